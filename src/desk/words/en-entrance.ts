/** The words of the ways in, in English: setup, enrolment and sign-in. In braces stand places for what the screen holds there. */

export const entrance = {
  loading: 'One moment…',
  troubleTitle: 'This did not work',
  tooLate: 'That took too long. Please try again.',
  /** Why nobody can sign in with this browser here. */
  obstacles: {
    unsupported:
      'This browser cannot use passkeys. Open this page in an up-to-date Chrome, Edge, Firefox or Safari.',
    insecure: 'Passkeys work over a secure connection only. Open this page at its https address.',
    noStorage:
      'This browser is set to keep no data for this page. Allow data or cookies for this page, and reload it.',
  },
  signIn: {
    title: 'Sign in',
    how: 'You sign in with your passkey: the fingerprint, face or screen lock of this device. There is no password.',
    act: 'Sign in with a passkey',
    newAddress:
      'This is the new address of your practice. Sign in here once more. Then keep this address as your bookmark.',
    help: 'Lost your passkey, or new here?',
    askOwner: 'Ask an owner of your practice for a link. With it you make a passkey on this device.',
    onlyOwner:
      'If you are the only owner, run {0} on the computer that runs the server. It prints a link for you.',
    noPractice:
      'Is there no practice yet? The log of the server holds the setup link. Each restart prints a new one.',
    invalid:
      'This passkey is not valid here any more, or the sign-in took too long. Try again, or ask an owner of your practice for a new link.',
  },
  setup: {
    title: 'Set up your practice',
    short: 'This takes two minutes. You can change everything later.',
    practice: 'The practice',
    name: 'Name',
    timezone: 'Time zone',
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
  },
  enrol: {
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
  },
}
