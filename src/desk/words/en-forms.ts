/** What went wrong, and what forms say, in English. All screens need these words, also those before the front desk. */

export const failures = {
  again: 'Try again',
  unexpected: 'Something went wrong in this page. Reload it and try again.',
  unreadable: 'The server gave an answer that this page does not understand. Try again in a moment.',
  offline: 'The server cannot be reached. Check the connection and try again.',
  rateLimited: (seconds: number) =>
    `There were too many requests in a short time. Wait ${
      seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
    }, then try again.`,
  /** `address` is where the practice is now; undefined where nobody may know. */
  misdirected: (address: string | undefined) =>
    address === undefined
      ? 'No practice is at this address. Check the address.'
      : `Your practice has a new address: ${address}. Open it and sign in there.`,
  forbidden: 'Only an owner of the practice may do this.',
  notFound: 'This record is not there any more. Somebody may have deleted it.',
  changedMeanwhile:
    'Somebody else has changed this in the meantime. You now see the newest state. Make your change again.',
  conflict: 'This conflicts with something that is already there.',
  invalid: 'Something in the form is not right. Check the marked fields.',
  invalidField: 'Check this field.',
  tooLarge: 'This is too long to be saved.',
  unavailable: 'The server cannot do this at the moment. Try again shortly.',
  internal: 'Something went wrong on the server, and nothing was saved. Try again.',
  passkey: 'Nothing was done, because you did not confirm it with your passkey. Try again.',
}

export const forms = {
  optional: 'optional',
  fillIn: 'Please fill this in.',
  choose: 'Please choose one.',
  notDay: (example: string) => `This is no day. Write it like ${example}.`,
  notTime: (example: string) => `This is no time. Write it like ${example}.`,
  calendar: 'Choose from a calendar',
  notEmail: 'This is not an e-mail address.',
  /** What somebody else saved in a field meanwhile. */
  theirs: (value: string, who = 'Somebody else') => `${who} has changed this to: ${value}`,
  changedMeanwhile: (who = 'Somebody else') =>
    `${who} has changed this meanwhile, so it was not saved. What you typed is still here. Look at it, then save it again.`,
}
