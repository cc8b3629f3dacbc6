import type { Role, TokenScope } from '../../domain/caller.ts'

/** A mail to a member about their access. It contains no secret. */
export interface AccountMail {
  readonly subject: string
  readonly text: string
}

export const newPasskey = (name: string): AccountMail => ({
  subject: 'a new passkey of yours',
  text: `A passkey named “${name}” was added to your account. Anybody who has it can sign in as you.`,
})

const permits: Record<TokenScope, string> = {
  read: 'read records',
  write: 'change records',
  settings: 'change settings',
}

export const newToken = (name: string, scopes: readonly TokenScope[]): AccountMail => ({
  subject: 'a new API token of yours',
  text: `An API token named “${name}” was made for your account. In your name, a program with it can ${new Intl.ListFormat('en-GB').format(scopes.map((scope) => permits[scope]))}.`,
})

export const newFeed: AccountMail = {
  subject: 'a new calendar address of yours',
  text: 'An address was made in your name, at which a program can read a calendar of the practice.',
}

export const newRole = (role: Role): AccountMail => ({
  subject: 'your new role',
  text: `You are ${role === 'owner' ? 'an owner' : 'an assistant'} of the practice now.`,
})

export const newAddress = (before: string, after: string): AccountMail => ({
  subject: 'your new e-mail address',
  text: `The e-mail address of your account was changed from ${before} to ${after}. Further mails go to the new address.`,
})

/**
 * The mail to all owners about what happened to a webhook. The address of the webhook may contain a secret, so the mail
 * names only the host.
 */
export const changedWebhook = (
  what: 'made' | 'changed' | 'deleted' | 'switched off',
  url: string,
): AccountMail => ({
  subject: `a webhook was ${what}`,
  text: `The webhook that sends changes of the practice's records to ${new URL(url).host} was ${what}.${
    what === 'switched off'
      ? ' The other side took no events for three days, or does not want any more. The settings of the webhook say how to begin again.'
      : ''
  }`,
})

/** Used when an owner has made a link but the mail with the link was not sent. The owner then hands the link over. */
export const newLink: AccountMail = {
  subject: 'a new way to sign in',
  text: `An owner of the practice made a link with which you can make a new passkey. Your earlier passkeys do not work any more.
Only you should use the link. Ask the owner for it.`,
}

/** A moment as a person in this time zone writes it, such as `Monday, 2 March 2026 at 09:00`. */
export const momentIn = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at)
