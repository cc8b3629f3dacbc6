import { escapeHtml } from '../../../messages/html.ts'

/** A fragment of HTML. Only `html` makes one, and it escapes what a visitor typed. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type { Markup }

type Value = Markup | readonly Markup[] | string | number | null | undefined | false

/** Writes HTML. Each value that is no markup itself becomes text, and null, undefined and false become nothing. */
export const html = (pieces: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(pieces.reduce((before, piece, i) => before + written(values[i - 1]) + piece))

function written(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return escapeHtml(String(value))
}
