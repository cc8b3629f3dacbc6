/**
 * The templates of messages: plain text with placeholders such as `{date}`. There are placeholders for the people, the
 * place and the time. There is no placeholder for the reason of the visit, so no message can name it. `{instructions}`
 * stands for the text that the practice wrote for patients about the type of appointment. This text is never the name
 * of the type.
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

/** Replaces the placeholders with their values. */
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

/**
 * The template without `{instructions}`, for an appointment without instructions. A line with only the placeholder is
 * removed, too.
 */
export const withoutInstructions = (template: string): string =>
  template
    .replaceAll(/^[ \t]*\{instructions\}[ \t]*(?:\n|$)/gm, '')
    .replaceAll('{instructions}', '')
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, '\n\n')

/** The own templates of a practice. Null when the practice has not written such a template. */
type OwnTemplates = { readonly [K in keyof Templates]: string | null }

/** The templates of a practice that has no templates of its own. */
export const noOwnTemplates: OwnTemplates = { emailSubject: null, emailText: null, smsText: null }

/** A practice's own templates. The standard template of the language replaces each template that is null. */
export const templatesOf = (standard: Templates, own: OwnTemplates): Templates => ({
  emailSubject: own.emailSubject ?? standard.emailSubject,
  emailText: own.emailText ?? standard.emailText,
  smsText: own.smsText ?? standard.smsText,
})
