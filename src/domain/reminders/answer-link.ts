import { sameBytes, signature, signatureBytes } from './signature.ts'

const idBytes = 16
/**
 * The purposes for which a token is signed. Never change these texts: the links in all sent messages would stop
 * working.
 */
const signedFor = { answer: 'visit', unsubscribe: 'unsubscribe' } as const
export type LinkPurpose = keyof typeof signedFor

/**
 * The token in the link by which a patient answers a notice: 43 characters of base64url. The token contains the id of
 * the notice and a signature, and no personal data. The link works until the appointment begins (`answerLinkState`).
 */
export const signAnswerLink = (key: Uint8Array, noticeId: string): string => sign(key, noticeId, 'answer')

/**
 * The token by which a mailbox asks for no more mails, without anybody opening the page (RFC 8058). This token has the
 * same form as the token of an answer link. Neither token can be used for the other purpose.
 */
export const signUnsubscribeLink = (key: Uint8Array, noticeId: string): string =>
  sign(key, noticeId, 'unsubscribe')

/**
 * The beginning of every token of this notice, 21 characters. This beginning does not depend on the key, so a link is
 * also found after the key was replaced.
 */
export const linkMark = (noticeId: string): string => idOf(noticeId).toString('base64url').slice(0, 21)

const idOf = (noticeId: string) => Buffer.from(noticeId.replaceAll('-', ''), 'hex')

function sign(key: Uint8Array, noticeId: string, purpose: LinkPurpose): string {
  const id = idOf(noticeId)
  return Buffer.concat([id, signature(key, signedFor[purpose], id)]).toString('base64url')
}

/** A key that signs links now, or that signed links until `replacedAt` (epoch milliseconds). */
export interface LinkKey {
  readonly key: Uint8Array
  /** Null for the key that signs now. */
  readonly replacedAt: number | null
}

/**
 * The id of the notice that a token names. Null for a text in another form. This function does not check the signature.
 */
export function noticeIn(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== token) return null
  const id = bytes.subarray(0, idBytes)
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The key that signed a token for this purpose. Undefined when none of these keys signed the token. */
export function signerOf<K extends LinkKey>(
  keys: readonly K[],
  token: string,
  purpose: LinkPurpose,
): K | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, idBytes)
  return keys.find(({ key }) => sameBytes(signature(key, signedFor[purpose], id), bytes.subarray(idBytes)))
}

/**
 * Whether this key can have signed the link of this notice (RULES §6). Links are signed with the newest key. So a key
 * that was replaced before the notice was planned cannot have signed its link. Such a link is forged with a key from an
 * old backup.
 */
export const mayHaveSigned = ({ replacedAt }: LinkKey, notice: { readonly createdAt: number }): boolean =>
  replacedAt === null || notice.createdAt <= replacedAt
