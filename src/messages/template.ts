/**
 * Templates: plain text with names in braces, which stand for what a patient is told. What there is to tell is
 * no more than who, where and when: nothing of why somebody comes.
 */
export interface Templates {
  readonly emailSubject: string
  readonly emailText: string
  readonly smsText: string
}

export const placeholders = ['practice', 'firstName', 'date', 'time', 'link'] as const
export type Placeholder = (typeof placeholders)[number]
export type Values = Readonly<Record<Placeholder, string>>

/** A stretch of a template: words as they stand, or a value under its name. */
export type Piece = { readonly text: string } | { readonly name: Placeholder }

const inBraces = /\{([^{}]*)\}/g

export function piecesOf(template: string): Piece[] {
  return template.split(inBraces).flatMap((part, i): Piece[] => {
    if (i % 2 === 1) return [isPlaceholder(part) ? { name: part } : { text: `{${part}}` }]
    return part === '' ? [] : [{ text: part }]
  })
}

export const fill = (template: string, values: Values): string =>
  piecesOf(template)
    .map((piece) => ('name' in piece ? values[piece.name] : piece.text))
    .join('')

const isPlaceholder = (name: string): name is Placeholder => placeholders.includes(name as Placeholder)

/** Whether braces are left that stand for nothing: around other names, or a single one. */
export const hasStrayBraces = (template: string): boolean =>
  piecesOf(template).some((piece) => 'text' in piece && /[{}]/.test(piece.text))

export const has = (template: string, name: Placeholder): boolean => template.includes(`{${name}}`)

/** A practice's own templates, with the language's in the place of those it has not written. */
export const templatesOf = (
  standard: Templates,
  own: { readonly [K in keyof Templates]: string | null },
): Templates => ({
  emailSubject: own.emailSubject ?? standard.emailSubject,
  emailText: own.emailText ?? standard.emailText,
  smsText: own.smsText ?? standard.smsText,
})
