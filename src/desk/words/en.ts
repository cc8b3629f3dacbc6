import { passkey } from '../../pages/words/en.ts'

/** The words of the desk in English, by room. A value is a text, or a function where the words depend on something. */
export const en = {
  shell: {
    title: (practice: string) => practice,
    day: 'Day',
    patients: 'Patients',
    inbox: 'Inbox',
    waitingList: 'Waiting list',
    daySheet: 'Day sheet',
    settings: 'Settings',
    screens: 'Screens',
    find: 'Find a patient',
    book: 'New appointment',
    help: 'Keyboard help',
    signOut: 'Sign out',
    signedOut: 'You are signed out.',
    skip: 'Skip to the content',
    loading: 'Loading…',
    close: 'Close',
    cancel: 'Cancel',
    save: 'Save',
    undo: 'Undo',
    undone: 'Undone.',
    tryAgain: 'Try again',
    tooLate: 'It is too late to undo this.',
    sessionEnded: 'Your session has ended. Sign in again to go on.',
    offline:
      'No connection. You see the last picture, and nothing can be changed until the connection is back.',
    offlineWrite: 'This was not done, because there is no connection. Try again when the banner is gone.',
    keysTitle: 'Keyboard',
    keysEverywhere: 'Everywhere',
    optional: 'optional',
    none: 'None',
    minutes: (n: number) => (n === 1 ? '1 minute' : `${n} minutes`),
  },

  failures: {
    unexpected: 'Something went wrong in this page. Reload it and try again.',
    unreadable: 'The server gave an answer that this page does not understand. Try again in a moment.',
    offline: 'The server cannot be reached. Check the connection and try again.',
    rateLimited: (seconds: number) =>
      `There were too many requests in a short time. Wait ${seconds} seconds, then try again.`,
    forbidden: 'Only an owner of the practice may do this.',
    notFound: 'This record is not there any more. Somebody may have deleted it.',
    changedMeanwhile:
      'Somebody else has changed this meanwhile. You see it now as it is. Do your change again.',
    conflict: 'This does not fit with what is there already.',
    invalid: 'Something in the form is not right. Check the marked fields.',
    invalidField: 'Check this field.',
    tooLarge: 'This is too long to be saved.',
    unavailable: 'The server cannot do this at the moment. Try again shortly.',
    internal: 'The server made a mistake, and nothing was saved. Try again.',
    passkey: 'Nothing was done, because you did not use your passkey. Try again.',
  },

  board: {
    today: 'Today',
    previous: 'Previous day',
    next: 'Next day',
    withoutChair: 'No chair yet',
    empty: 'No appointments on this day.',
  },

  acts: {
    booked: (name: string) => `${name} is booked.`,
  },

  booking: {
    title: 'New appointment',
  },

  finder: {
    label: 'Find a patient',
    placeholder: 'Name, phone or date of birth',
    nothing: 'Nobody fits.',
  },

  patient: {
    title: 'Patient',
  },

  inbox: {
    title: 'Inbox',
  },

  waiting: {
    title: 'Waiting list',
  },

  sheet: {
    title: 'Day sheet',
  },

  live: {
    title: (waiting: number, text: string) => (waiting > 0 ? `(${waiting}) ${text}` : text),
  },

  settings: {
    title: 'Settings',
  },

  people: {
    title: 'People',
    about:
      'Assistants work with patients, notes and appointments. Owners can do the same, and they also manage the practice.',
    roles: { assistant: 'Assistant', owner: 'Owner' },
    you: 'You',
    deactivated: 'Switched off',
    noColor: 'No colour',
    sole: 'The only owner with a passkey. To step down, make another member an owner first.',
    hasLink: (until: string) => `Has a link to make a passkey. It works until ${until}.`,
    edit: 'Edit',
    newLink: 'New link',
    deactivate: 'Switch off',
    activate: 'Switch on',
    name: 'Name',
    email: 'E-mail',
    role: 'Role',
    color: 'Colour on the board',
    emailTaken: 'Another member has this address. Use a different one.',
    editTitle: (name: string) => `Edit ${name}`,
    saved: 'The member is saved.',
    savedLinkEnded: 'The member is saved. Their link does not work any more: make a new one.',
    activated: (name: string) => `${name} is active again. Make a new link now, so that ${name} can sign in.`,
    deactivateTitle: (name: string) => `Switch off ${name}?`,
    deactivateText: (name: string) =>
      `${name} is signed out everywhere at once. Passkeys and API tokens end, and no record is deleted. To sign in again, ${name} needs an owner who switches the account on and makes a new link.`,
    deactivateSelfTitle: 'Switch yourself off?',
    deactivateSelfText:
      'You are signed out everywhere at once. You cannot sign in until another owner switches you on again and gives you a new link.',
    wasDeactivated: (name: string) => `${name} is switched off.`,
    linkTitle: (name: string) => `Make a new link for ${name}?`,
    linkText: (name: string) =>
      `Do this when a passkey is lost or stolen. All passkeys of ${name} stop working now, and every open session ends. With the link, ${name} makes a new passkey.`,
    linkTokens: 'Revoke the API tokens, too',
    makeLink: 'Make a new link',
    linkFor: (name: string) => `The link for ${name}`,
    mailed: (name: string, email: string) => `The link for ${name} was sent to ${email}.`,
    notMailed: (name: string) =>
      `The link for ${name}: no e-mail was sent. Give them the link yourself, so that nobody else sees it.`,
    worksUntil: (until: string) => `It works once, until ${until}.`,
    notAgain: (until: string) => `It works once, until ${until}, and it is not shown again.`,
    locksOut:
      'Nothing was changed, because no owner could sign in any more. Make another member an owner first.',
    inviteTitle: 'Invite a colleague',
    invite: 'Invite',
    invited: (name: string) => `${name} is invited.`,
    none: 'There is none.',
  },

  security: {
    title: 'Security',
    fillIn: 'Please fill this in.',
    notEmail: 'This is not an e-mail address.',
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'The browser does not let this page copy. The text is selected: press Ctrl+C or ⌘C.',
    passkeys: 'Passkeys',
    passkeysAbout:
      'You sign in with your fingerprint, face or screen lock. Add a second passkey on another device. Then you can still sign in if you lose the first device.',
    onlyOne: 'Your only one',
    made: (day: string) => `Made ${day}`,
    madeUsed: (day: string, used: string) => `Made ${day}, last used ${used}`,
    rename: 'Rename',
    renameTitle: 'Rename this passkey',
    renamed: 'The passkey has its new name.',
    name: 'Name',
    remove: 'Remove',
    removeTitle: 'Remove this passkey?',
    removeText: (name: string) =>
      `You cannot sign in with “${name}” any more. You are signed out in all other browsers.`,
    removed: 'The passkey is removed.',
    lastStays: 'This is your only passkey, so it stays. Add another one first.',
    add: 'Add a passkey',
    make: 'Make it',
    added: 'You can sign in with the new passkey now. You are signed out in all other browsers.',
    notMade: 'No passkey was made',
    sessions: 'Where you are signed in',
    sessionsAbout: 'Do you see a browser that you do not know? Sign it out.',
    thisBrowser: 'This browser',
    seen: (from: string, last: string) => `Signed in ${from}, last seen ${last}`,
    signOut: 'Sign out',
    signedOut: 'That browser is signed out.',
    signOutOthers: 'Sign out all other browsers',
    othersSignedOut: 'All other browsers are signed out.',
    browser: 'A browser',
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    none: 'There is none.',
    confirmTitle: 'Use your passkey again',
    confirmText: 'Not everybody who sits at this browser may do this. Show with your passkey that it is you.',
    confirm: 'Use my passkey',
    notDone: 'Nothing was done',
    passkey,
  },
}
