/** The end of every e-mail: the practice, how to reach it, and the link to get no more of these mails. */
import { escapeHtml } from './html.ts'
import type { Language } from './language.ts'
import { telOf } from './tel.ts'

interface Footer {
  readonly practice: string
  readonly phone: string | null
  readonly address: string | null
  /** The page where the patient answers, and can ask for no more mails. */
  readonly link: string
  /** The label of this link. */
  readonly noMore: string
}

/**
 * The footer as plain text. The footer follows the line `-- `, by which mail programs recognise a signature (RFC 3676
 * §4.3).
 */
export function footerText({ footer }: Language, { practice, phone, address, link, noMore }: Footer): string {
  const lines = [practice, phone && `${footer.phone}: ${phone}`, address].filter(Boolean)
  return `\n\n-- \n${lines.join('\n')}\n\n${noMore}: ${link}`
}

export function footerHtml({ footer }: Language, { practice, phone, address, link, noMore }: Footer): string {
  const lines = [
    `<bdi dir="auto">${escapeHtml(practice)}</bdi>`,
    phone && `${footer.phone}: ${dialling(phone)}`,
    address && `<bdi dir="auto">${escapeHtml(address).replaceAll('\n', '<br>\n')}</bdi>`,
  ].filter(Boolean)
  return `<div style="max-width:520px;margin:0 auto;padding:18px 32px;color:#53605c;font-size:14px">
<p style="margin:0 0 12px">${lines.join('<br>\n')}</p>
<p style="margin:0"><a href="${escapeHtml(link)}" style="color:#53605c">${escapeHtml(noMore)}</a></p>
</div>`
}

function dialling(phone: string): string {
  const tel = telOf(phone)
  const shown = `<bdi>${escapeHtml(phone)}</bdi>`
  return tel === null ? shown : `<a href="${tel}" style="color:#0f766e">${shown}</a>`
}
