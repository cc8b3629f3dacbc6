import { type Piece, type PlaceholderValues, piecesOf } from './template.ts'

/**
 * Turns a plain text template into HTML. Empty lines separate paragraphs, the link is a button, and date and time are
 * bold. The writing direction of a name does not affect the text around it.
 */
export function htmlOf(template: string, values: PlaceholderValues, linkLabel: string): string {
  return template
    .split(/\n[ \t]*\n+/)
    .map((block) =>
      piecesOf(block.trim())
        .map((piece) => element(piece, values, linkLabel))
        .join(''),
    )
    .filter((block) => block !== '')
    .map((block) => `<p style="margin:0 0 18px">${block}</p>`)
    .join('\n')
}

function element(piece: Piece, values: PlaceholderValues, linkLabel: string): string {
  if ('text' in piece) return escapeHtml(piece.text).replaceAll('\n', '<br>\n')
  const value = escapeHtml(values[piece.name])
  switch (piece.name) {
    case 'link':
      return `<a href="${value}" style="display:inline-block;padding:12px 20px;background:#0f766e;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(linkLabel)}</a>`
    case 'instructions':
      return `<bdi dir="auto">${value.replaceAll('\n', '<br>\n')}</bdi>`
    case 'date':
    case 'time':
      return `<strong>${value}</strong>`
    default:
      return `<bdi dir="auto">${value}</bdi>`
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)
