/** Whether two names are the same. People type a name in any letter case, and with one space or several. */
export const isSameName = (typed: string, name: string): boolean => plain(typed) === plain(name)

const plain = (name: string) => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
