import { oneLine } from './one-line.ts'

/** The longest name in a greeting, in UTF-16 code units. */
const longestName = 40

/** Letters and marks of every script, and the signs that are in names. No digits, and no signs that a link needs. */
const plain = /^[\p{L}\p{M}\p{Pd}\p{Zs}'’ʼ‘.·,()"“”„&\u200c\u200d]+$/u
/**
 * Mail programs turn such a text into a link. Initials such as `J.R.` do not fit, because no domain ends in a single
 * letter.
 */
const likeAHost = /\.[\p{L}\p{M}]{2}/u

/**
 * A patient's name as a message may contain it, or an empty text. Any API token that may change patients can set the
 * name. So the name must not be able to add a message of its own. A name with digits, or with a part that could be a
 * link, is left out. A long name is cut.
 */
export function greetingName(given: string): string {
  const name = oneLine(given)
  return plain.test(name) && !likeAHost.test(name) ? cutBetweenWords(name) : ''
}

function cutBetweenWords(name: string): string {
  if (name.length <= longestName) return name
  const space = name.lastIndexOf(' ', longestName)
  return name.slice(0, space > 0 ? space : longestName).replace(/[\ud800-\udbff]$/, '')
}

/** A template for a patient who is not greeted by this name: `Hello {firstName},` becomes `Hello,`. */
export const withoutName = (template: string, name: 'title' | 'firstName' | 'lastName'): string =>
  template.replaceAll(new RegExp(`^\\{${name}\\}[,!:]?[ \\t]*|[ \\t]*\\{${name}\\}`, 'gm'), '')
