/** The words of the ways in, in German. */
import type * as english from './en-entrance.ts'

export const entrance: typeof english.entrance = {
  loading: 'Einen Moment …',
  troubleTitle: 'Das hat nicht geklappt',
  tooLate: 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
  obstacles: {
    unsupported:
      'Dieser Browser kann keine Passkeys benutzen. Öffnen Sie die Seite in einem aktuellen Chrome, Edge, Firefox oder Safari.',
    insecure:
      'Passkeys gehen nur über eine sichere Verbindung. Öffnen Sie diese Seite unter ihrer https-Adresse.',
    noStorage:
      'Dieser Browser darf für diese Seite keine Daten behalten. Erlauben Sie der Seite Daten oder Cookies, und laden Sie sie neu.',
  },
  signIn: {
    title: 'Anmelden',
    how: 'Sie melden sich mit Ihrem Passkey an: mit Fingerabdruck, Gesicht oder Bildschirmsperre dieses Geräts. Ein Passwort gibt es nicht.',
    act: 'Mit Passkey anmelden',
    newAddress:
      'Das ist die neue Adresse Ihrer Praxis. Melden Sie sich hier noch einmal an. Merken Sie sich dann diese Adresse als Lesezeichen.',
    help: 'Passkey verloren oder neu hier?',
    askOwner:
      'Bitten Sie einen Inhaber Ihrer Praxis um einen Link. Damit legen Sie auf diesem Gerät einen Passkey an.',
    onlyOwner:
      'Wenn Sie der einzige Inhaber sind, geben Sie auf dem Computer mit dem Server {0} ein. Das gibt Ihnen einen Link.',
    noPractice:
      'Gibt es noch keine Praxis? Der Link zum Einrichten steht im Protokoll des Servers. Jeder Neustart schreibt einen neuen.',
    invalid:
      'Dieser Passkey gilt hier nicht mehr, oder die Anmeldung hat zu lange gedauert. Versuchen Sie es noch einmal, oder bitten Sie einen Inhaber Ihrer Praxis um einen neuen Link.',
  },
  setup: {
    title: 'Praxis einrichten',
    short: 'Das dauert zwei Minuten. Sie können später alles ändern.',
    practice: 'Die Praxis',
    name: 'Name',
    timezone: 'Zeitzone',
    kind: 'Art der Praxis',
    kindHint: 'Wählen Sie eine. Davon hängt ab, welchen Status ein Patient haben kann.',
    packs: { general: 'Allgemeinpraxis', dental: 'Zahnarztpraxis', physio: 'Physiotherapie' },
    hours: 'Sprechzeiten',
    hoursHint: 'In diesen Zeiten werden freie Termine angeboten.',
    owner: 'Sie, der Inhaber',
    yourName: 'Ihr Name',
    email: 'E-Mail',
    next: 'Gleich fragt Ihr Gerät nach Fingerabdruck, Gesicht oder Bildschirmsperre. So entsteht ein Passkey. Damit melden Sie sich künftig an. Ein Passwort gibt es nicht.',
    act: 'Passkey anlegen und fertig',
    spent: 'Diese Seite braucht einen gültigen Link zum Einrichten',
    where: 'Der Link steht im Protokoll des Servers. Er gilt nur einmal und nur 15 Minuten.',
    already:
      'Ist die Praxis schon eingerichtet? Dann können Sie sich {0}. Sonst starten Sie den Server neu, um einen neuen Link zu bekommen.',
    signIn: 'anmelden',
  },
  enrol: {
    title: 'Willkommen in Ihrer Praxis',
    welcome: (practice) => `Willkommen bei ${practice}`,
    welcomeBack: (practice) => `Willkommen zurück bei ${practice}`,
    invited: {
      owner: 'Sie sind als Inhaber eingeladen, mit der Adresse {0}.',
      assistant: 'Sie sind als Assistenz eingeladen, mit der Adresse {0}.',
    },
    youAre: {
      owner: 'Sie sind Inhaber, mit der Adresse {0}.',
      assistant: 'Sie sind Assistenz, mit der Adresse {0}.',
    },
    name: 'Ihr Name',
    nameHint: 'Der Name, unter dem Ihre Kollegen Sie kennen.',
    next: 'Gleich fragt Ihr Gerät nach Fingerabdruck, Gesicht oder Bildschirmsperre. So entsteht ein Passkey. Damit melden Sie sich künftig an. Ein Passwort gibt es nicht.',
    nextAgain:
      'Gleich fragt Ihr Gerät nach Fingerabdruck, Gesicht oder Bildschirmsperre. So entsteht ein neuer Passkey. Damit melden Sie sich künftig an. Ein Passwort gibt es nicht.',
    act: 'Passkey anlegen',
    actAgain: 'Neuen Passkey anlegen',
    spent: 'Dieser Link gilt nicht mehr',
    why: 'Ein Link gilt nur einmal und nur für begrenzte Zeit. Bitten Sie einen Inhaber Ihrer Praxis um einen neuen.',
    onlyOwner: 'Wenn Sie der einzige Inhaber sind, geben Sie auf dem Computer mit dem Server {0} ein.',
    already: 'Haben Sie Ihren Passkey schon? Dann können Sie sich {0}.',
    signIn: 'anmelden',
  },
}
