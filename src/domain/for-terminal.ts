/**
 * Control characters (Cc), marks that change the direction of writing, and line separators. A terminal obeys them
 * (ECMA-48), so a name or a path could move the cursor, hide lines or forge them.
 */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * A text of one line that a terminal can show safely. Characters that the terminal would obey are written as in JSON,
 * such as `\u001b`.
 */
export const lineForTerminal = (text: string): string => text.replace(obeyed, escaped)

/** A text of several lines that a terminal can show safely. */
export const forTerminal = (text: string): string => text.split('\n').map(lineForTerminal).join('\n')
