/** Puts free text on one line. A line break in a name must not become a line break in a header or a file. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
