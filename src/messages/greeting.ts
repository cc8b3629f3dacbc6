import { oneLine } from './one-line.ts'

/** The longest name that a message greets by, in UTF-16 code units. */
const longestName = 40

/** Letters and marks of every script, and the signs that are in names. No digits, and nothing that a link needs. */
const plain = /^[\p{L}\p{M}\p{Pd}\p{Zs}'’ʼ‘.·,()"“”„&\u200c\u200d]+$/u
/** Mail programs make a link of it. Initials such as `J.R.` are none, because no domain ends in a single letter. */
const likeAHost = /\.[\p{L}\p{M}]{2}/u

/**
 * A patient's name as a message may say it, or an empty text. Any token that writes patients can set the name, so
 * it must not word the practice's messages. A name with digits, or with what could be a link, is left out, and a long one
 * is cut.
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
