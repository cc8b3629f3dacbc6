/** Names are free text: a line break in one must not become one in a header or a file. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
