import type { BookingWords } from './booking-words.ts'

export const de: BookingWords = {
  title: 'Termin buchen',
  wereYouHere: {
    question: 'Waren Sie schon einmal bei uns?',
    no: 'Nein, ich komme zum ersten Mal',
    yes: 'Ja, ich war schon einmal da',
  },
  whichType: 'Welchen Termin brauchen Sie?',
  minutes: (minutes) => `${minutes} Minuten`,
  onRequest: 'Die Praxis bestätigt diesen Termin, bevor er gilt.',
  whichTime: 'Wählen Sie eine Zeit',
  withMember: (name) => `bei ${name}`,
  laterDays: 'Spätere Tage',
  firstDays: 'Zurück zu den ersten Tagen',
  noTimes: 'Online ist kein Termin frei. Bitte rufen Sie die Praxis an.',
  nothingOnline: 'Zurzeit können Sie online nichts buchen. Bitte rufen Sie die Praxis an.',
  back: 'Zurück',
  heldUntil: (time) => `Wir halten diese Zeit bis ${time} für Sie frei.`,
  anotherTime: 'Andere Zeit wählen',
  aboutYou: 'Wer kommt?',
  firstName: 'Vorname',
  lastName: 'Nachname',
  born: { question: 'Geburtsdatum', day: 'Tag', month: 'Monat', year: 'Jahr' },
  bornHint: 'Zum Beispiel 23 4 1987',
  contact: { email: 'E-Mail-Adresse', sms: 'Handynummer', either: 'E-Mail-Adresse oder Handynummer' },
  contactHint:
    'Dorthin schicken wir Ihnen einen Code aus sechs Ziffern, und später Nachrichten zu diesem Termin.',
  optional: '(freiwillig)',
  sendCode: 'Code schicken',
  code: 'Code aus sechs Ziffern',
  codeSent: (to) => `Ein Code ist unterwegs an ${to}. Er gilt zehn Minuten.`,
  codeLate:
    'Nach einigen Minuten noch kein Code? Sehen Sie im Spam-Ordner nach, lassen Sie sich einen neuen schicken, oder rufen Sie die Praxis an.',
  sendAgain: 'Neuen Code schicken',
  changeDetails: 'Angaben ändern',
  book: 'Diesen Termin buchen',
  ask: 'Diesen Termin anfragen',
  booked: 'Ihr Termin ist gebucht',
  bookedNext:
    'Sie bekommen eine Nachricht mit Tag und Uhrzeit. Darin steht auch der Link, mit dem Sie absagen können.',
  requested: 'Ihre Anfrage ist bei der Praxis',
  requestedNext: (date, time) =>
    `Die Zeit bleibt für Sie frei, bis die Praxis antwortet. Sie antwortet spätestens am ${date}, ${time}, mit einer Nachricht an Sie.`,
  pleaseKnow: 'Bevor Sie kommen',
  call: 'Anrufen',
  errors: {
    mark: 'Fehler: ',
    gone: 'Diese Zeit wurde gerade vergeben. Diese Zeiten sind frei:',
    ended: 'Wir haben die Zeit zehn Minuten lang freigehalten. Sie sind um. Diese Zeiten sind frei:',
    tooManyHeld: (minutes) =>
      `Zurzeit werden zu viele Zeiten freigehalten. Beenden Sie eine begonnene Buchung, versuchen Sie es in ${minutes} Minuten noch einmal, oder rufen Sie die Praxis an.`,
    firstName: 'Schreiben Sie Ihren Vornamen.',
    lastName: 'Schreiben Sie Ihren Nachnamen.',
    dob: 'Schreiben Sie Ihr Geburtsdatum in Zahlen: Tag, Monat und Jahr.',
    answer: (longest) => `Schreiben Sie höchstens ${longest} Zeichen.`,
    contact: {
      email: 'Schreiben Sie Ihre E-Mail-Adresse, zum Beispiel zoe@example.org.',
      sms: 'Schreiben Sie Ihre Handynummer, zum Beispiel +49 151 23456789.',
      either: 'Schreiben Sie Ihre E-Mail-Adresse oder Ihre Handynummer.',
    },
    wrongCode: 'Das ist nicht der Code, den wir zuletzt geschickt haben. Bitte sehen Sie noch einmal nach.',
    codeEnded: 'Dieser Code gilt nicht mehr. Lassen Sie sich einen neuen schicken.',
    pleaseCall:
      'Dieser Termin lässt sich nicht online buchen, vielleicht weil Sie schon einen solchen gebucht haben. Bitte rufen Sie die Praxis an.',
    lost: 'Diese Seite ist zu alt. Bitte beginnen Sie noch einmal.',
    notHere: 'Unter dieser Adresse nimmt keine Praxis Buchungen an.',
    failed:
      'Das hat nicht geklappt. Bitte versuchen Sie es gleich noch einmal, oder rufen Sie die Praxis an.',
  },
}
