/**
 * The templates of messages: plain text with placeholders such as `{date}`. There are placeholders for who, where
 * and when. There is none for why a patient comes, so no message can say it. `{instructions}` stands for what the practice
 * wrote for patients about the kind of appointment. It is never the name of the kind.
 */
export interface Templates {
  readonly emailSubject: string
  readonly emailText: string
  readonly smsText: string
}

export const placeholders = [
  'practice',
  'title',
  'firstName',
  'lastName',
  'date',
  'time',
  'instructions',
  'link',
] as const
type Placeholder = (typeof placeholders)[number]
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

/** A part of a template: plain text, or a placeholder. */
export type Piece = { readonly text: string } | { readonly name: Placeholder }

const inBraces = /\{([^{}]*)\}/g

/** Splits a template into plain text and placeholders. Unknown names in braces stay plain text. */
export function piecesOf(template: string): Piece[] {
  return template.split(inBraces).flatMap((part, i): Piece[] => {
    if (i % 2 === 1) return [isPlaceholder(part) ? { name: part } : { text: `{${part}}` }]
    return part === '' ? [] : [{ text: part }]
  })
}

/** Puts the values in the places of their placeholders. */
export const fill = (template: string, values: PlaceholderValues): string =>
  piecesOf(template)
    .map((piece) => ('name' in piece ? values[piece.name] : piece.text))
    .join('')

const isPlaceholder = (name: string): name is Placeholder => placeholders.includes(name as Placeholder)

/** Whether the template has braces that belong to no placeholder. */
export const hasStrayBraces = (template: string): boolean =>
  piecesOf(template).some((piece) => 'text' in piece && /[{}]/.test(piece.text))

/** Whether the template has this placeholder. */
export const has = (template: string, name: Placeholder): boolean => template.includes(`{${name}}`)

/** The template without `{instructions}`, for an appointment that has none. A line of its own goes with the placeholder. */
export const withoutInstructions = (template: string): string =>
  template
    .replaceAll(/^[ \t]*\{instructions\}[ \t]*(?:\n|$)/gm, '')
    .replaceAll('{instructions}', '')
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, '\n\n')

/** Own templates of a practice. Null where it has none. */
type OwnTemplates = { readonly [K in keyof Templates]: string | null }

/** The templates of a practice that has none of its own. */
export const noOwnTemplates: OwnTemplates = { emailSubject: null, emailText: null, smsText: null }

/** A practice's own templates. The standard one of the language stands in for each that is null. */
export const templatesOf = (standard: Templates, own: OwnTemplates): Templates => ({
  emailSubject: own.emailSubject ?? standard.emailSubject,
  emailText: own.emailText ?? standard.emailText,
  smsText: own.smsText ?? standard.smsText,
})
