# SPDX-License-Identifier: Apache-2.0
"""The figures of papers whose pictures are kept in docs/papers, for README and pages: scripts/pictures draws them."""

PICTURES = (
    ("kim2008", "fig5"),
    ("kim2008", "fig8"),
    ("kim2008", "fig10"),
    ("kim2008", "fig16"),
    ("kim2008", "fig19"),
    ("kim2007", "fig4"),
    ("kim2007", "fig6"),
    ("kim2007", "fig11"),
)
