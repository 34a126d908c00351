# SPDX-License-Identifier: Apache-2.0
"""What the generated texts have in common."""
import re
import textwrap

# REUSE-IgnoreStart
LICENCE = "// SPDX-License-Identifier: Apache-2.0"  # of the files that are generated
# REUSE-IgnoreEnd


def plain(meaning):
    """A text of the docs without its marks."""
    return re.sub(r"\*\*|`", "", meaning)


def camel(name):
    """CTQ_ONE_IN, UGAL-L_VC: CtqOneIn, UgalLVc."""
    return "".join(word.capitalize() for word in re.split(r"[_-]", name))


def comment(text, mark, indent, width):
    """Lines of a comment."""
    lead = " " * indent + mark + " "
    return textwrap.wrap(text, width, initial_indent=lead, subsequent_indent=lead, break_long_words=False,
                         break_on_hyphens=False)


def sentence(text):
    """With a capital at its begin, unless that is a name."""
    first = text.split(" ")[0]
    return text[0].upper() + text[1:] if re.fullmatch(r"[a-z]{2,}[,;:]?", first) else text


def register_meaning(register):
    """What a register holds, and its parts and values."""
    texts = [register.meaning] if register.meaning else []
    for part in sorted(register.field, key=lambda part: part.at):
        place = f"bit {part.at}" if part.bits == 1 else f"bits {part.at + part.bits - 1}..{part.at}"
        texts.append(f"{place}: {part.meaning}")
    texts += [f"{value.value:#06x} {value.meaning}" for value in register.value]
    flags = bool(register.field) and all(part.bits == 1 for part in register.field)
    return ("; " if flags or register.value else ", ").join(texts)
