/** The words of the pages before the front desk, in English. In braces stand places for what the page holds there. */

/** Why a passkey was not used, by the name of the browser's error. It follows a sentence about what did not happen. */
export const passkey = {
  NotAllowedError: 'the passkey window was closed, or it took too long',
  AbortError: 'the request was interrupted',
  InvalidStateError: 'this device already has a passkey of yours',
  ConstraintError: 'this device has no screen lock, fingerprint or face set up',
  NotSupportedError: 'this device cannot make the kind of passkey that is needed',
  SecurityError: 'this page was opened at a wrong address',
  other: 'the device could not use a passkey',
  again: 'You can try again.',
}

/** What can go wrong on every page. */
const trouble = {
  title: 'This did not work',
  again: 'Try again',
  unexpected: 'Something went wrong in this page. Reload it and try again.',
  unreadable: 'The server gave an answer that this page does not understand. Try again in a moment.',
  offline: 'The server cannot be reached. Check the connection and try again.',
  rateLimited: (seconds: number) =>
    `There were too many tries in a short time. Wait ${
      seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
    }, then try again.`,
  unavailable: 'The server cannot do this at the moment. Try again shortly.',
  refused: 'The server did not accept this. Check what you entered, and try again.',
  unsupported:
    'This browser cannot use passkeys. Open this page in an up-to-date Chrome, Edge, Firefox or Safari.',
  insecure: 'Passkeys work over a secure connection only. Open this page at its https address.',
  noStorage:
    'This browser is set to keep no data for this page. Allow data or cookies for this page, and reload it.',
  tooLate: 'That took too long. Please try again.',
}

const fields = {
  missing: 'Please fill this in.',
  choose: 'Please choose one.',
  notEmail: 'This is not an e-mail address.',
  hours: 'The end must come after the beginning, and the next hours after that.',
  other: 'Please check this.',
}

const signIn = {
  title: 'Sign in',
  how: 'You sign in with your passkey: the fingerprint, face or screen lock of this device. There is no password.',
  act: 'Sign in with a passkey',
  help: 'Lost your passkey, or new here?',
  askOwner: 'Ask an owner of your practice for a link. With it you make a passkey on this device.',
  onlyOwner:
    'If you are the only owner, run {0} on the computer that runs the server. It prints a link for you.',
  noPractice:
    'Is there no practice yet? The log of the server holds the setup link. Each restart prints a new one.',
  notSignedIn: 'You are not signed in',
  invalid:
    'This passkey is not valid here any more, or the sign-in took too long. Try again, or ask an owner of your practice for a new link.',
}

const setup = {
  title: 'Set up your practice',
  short: 'This takes two minutes. You can change everything later.',
  practice: 'The practice',
  name: 'Name',
  timezone: 'Time zone',
  itIs: (time: string) => `It is ${time} there now.`,
  otherZones: 'Other',
  kind: 'Kind of practice',
  kindHint: 'Choose one. It decides which statuses a patient can have.',
  packs: { general: 'General practice', dental: 'Dental practice', physio: 'Physiotherapy practice' },
  hours: 'Working hours',
  hoursHint: 'Free times are offered within these hours.',
  owner: 'You, the owner',
  yourName: 'Your name',
  email: 'E-mail',
  next: 'Next, your device asks for your fingerprint, face or screen lock. That makes a passkey. From then on you sign in with it. There is no password.',
  act: 'Make my passkey and finish',
  spent: 'This page needs a working setup link',
  where: 'The log of the server holds the link. It works only once, and only for 15 minutes.',
  already: 'Is the practice set up already? Then {0}. Otherwise restart the server to get a new link.',
  signIn: 'sign in',
}

const hours = {
  copy: 'Copy the first day’s hours to the others',
  addBreak: 'Add a break',
  removeBreak: 'Remove break',
  closed: 'Closed',
  opens: 'opens',
  closes: 'closes',
  opensAgain: 'opens again',
  closesAgain: 'closes again',
}

const enrol = {
  title: 'Welcome to your practice',
  welcome: (practice: string) => `Welcome to ${practice}`,
  welcomeBack: (practice: string) => `Welcome back to ${practice}`,
  invited: {
    owner: 'You are invited as an owner, with the address {0}.',
    assistant: 'You are invited as an assistant, with the address {0}.',
  },
  youAre: {
    owner: 'You are an owner, with the address {0}.',
    assistant: 'You are an assistant, with the address {0}.',
  },
  name: 'Your name',
  nameHint: 'The name that your colleagues know.',
  next: 'Next, your device asks for your fingerprint, face or screen lock. That makes a passkey. From then on you sign in with it. There is no password.',
  nextAgain:
    'Next, your device asks for your fingerprint, face or screen lock. That makes a new passkey. From then on you sign in with it. There is no password.',
  act: 'Make my passkey',
  actAgain: 'Make a new passkey',
  spent: 'This link does not work any more',
  why: 'A link works only once, and only for a limited time. Ask an owner of your practice for a new one.',
  onlyOwner: 'If you are the only owner, run {0} on the computer that runs the server.',
  already: 'Do you have your passkey already? Then {0}.',
  signIn: 'sign in',
}

/** The words of the pages in English. */
export const en = {
  loading: 'One moment…',
  notMade: 'No passkey was made',
  passkey,
  trouble,
  fields,
  signIn,
  setup,
  hours,
  enrol,
}
