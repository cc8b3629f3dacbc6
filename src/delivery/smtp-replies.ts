/**
 * The subject of a refusal by a mail server.
 * - `address`: the patient's address or mailbox.
 * - `us`: our sender, account, connection or message, or the server itself.
 */
export type Subject = 'address' | 'us'

/** Words that clearly name the subject. The first expression that fits decides, before the status code. */
const plainWords: readonly (readonly [Subject, RegExp])[] = [
  ['address', /gr[ea]y.?list/i],
  ['us', /\bsender\b|\bsend ?as|\bfrom address|envelope.?from|failure sending mail|relay limit/i],
  [
    'address',
    /\b(user|recipient|mailbox|account|address|person)\b[^.;:]{0,50}\b(unknown|not (be )?found)\b/i,
  ],
  ['address', /\b(user|recipient|mailbox|account|address)\b[^.;:]{0,50}\b(does ?n[o'’]t|did not) exist/i],
  ['address', /\b(no such|unknown|invalid|no) (user|recipient|mailbox|rcpt to|address|person|alias)\b/i],
  ['address', /\bmailbox\b[^.;:]{0,20}\b(unavailable|not available|disabled|inactive|full|over ?quota)\b/i],
  ['address', /recipient address rejected: (access denied|domain not found|invalid)/i],
]

/** Words that show that a refusal is about us, when the status code leaves this open. */
const ourWords =
  /relay|quota|limit|exceed|credit|throttl|\brate\b|too many|spam|unsolicited|bulk|polic(y|ies)|block|black.?list|spamhaus|reputation|dmarc|\bspf\b|dkim|authenti|authori[sz]|verif|suspend|permission|not allowed|denied|forbidden|\be?helo\b|hostname|\bptr\b|\btls\b|encrypt|virus/i

/**
 * Enhanced status codes without their class (RFC 3463, RFC 5248, RFC 6531, RFC 7505). A code counts before the group of
 * its first number.
 */
const codes: Readonly<Record<string, Subject>> = {
  '1.1': 'address',
  '1.2': 'address',
  '1.3': 'address',
  '1.4': 'address',
  '1.6': 'address',
  '1.10': 'address',
  '2.1': 'address',
  '2.2': 'address',
  // Codes about the sender's address.
  '1.7': 'us',
  '1.8': 'us',
  // The quota of the sender, in the words of Gmail.
  '4.5': 'us',
  // 4.4.x: there is no route to the domain of the address.
  '4.4': 'address',
  '4.310': 'address',
  // The mailbox accepts no address with letters of other scripts.
  '6.7': 'address',
}

/** Groups of enhanced status codes: addresses, mailboxes, mail system, network, protocol, content, security. */
const groups: Readonly<Record<string, Subject>> = {
  '1': 'address',
  '2': 'address',
  '3': 'us',
  '4': 'us',
  '5': 'us',
  '6': 'us',
  '7': 'us',
}

/**
 * Replies without an enhanced code that are about the server or about our commands (RFC 5321 §4.2.3, RFC 4954 §6, RFC
 * 7504).
 */
const ofServer = [421, 451, 452, 454, 455, 500, 502, 503, 504, 521, 523, 530, 534, 535, 538, 555]

/**
 * Whether a refusal is about the patient's address or about us, by its words and codes. Undefined when the refusal does
 * not show this.
 */
export function subjectOf(reply: string): Subject | undefined {
  const said = reply.replace(/^\d{3}[ -]?/gm, '').replace(/\S+@\S+|https?:\S+/g, '')
  const [, group, code] = /(?:^|[\s(#])[45]\.(\d{1,3})\.(\d{1,3})\b/.exec(said) ?? []
  return (
    plainWords.find(([, words]) => words.test(said))?.[0] ??
    codes[`${group}.${code}`] ??
    (ourWords.test(said) ? 'us' : undefined) ??
    groups[group ?? ''] ??
    (ofServer.includes(Number.parseInt(reply, 10)) ? 'us' : undefined)
  )
}
