import type * as english from './en.ts'

/** Why a passkey was not used, in German. */
export const passkey: typeof english.passkey = {
  NotAllowedError: 'das Fenster für den Passkey wurde geschlossen, oder es hat zu lange gedauert',
  AbortError: 'die Anfrage wurde unterbrochen',
  InvalidStateError: 'dieses Gerät hat schon einen Passkey von Ihnen',
  ConstraintError:
    'auf diesem Gerät ist keine Bildschirmsperre, kein Fingerabdruck und kein Gesicht eingerichtet',
  NotSupportedError: 'dieses Gerät kann die nötige Art von Passkey nicht anlegen',
  SecurityError: 'diese Seite wurde unter einer falschen Adresse geöffnet',
  other: 'das Gerät konnte keinen Passkey benutzen',
  again: 'Sie können es noch einmal versuchen.',
}

/** The words of the pages in German. */
export const de: typeof english.en = {
  loading: 'Einen Moment …',
  notMade: 'Es wurde kein Passkey angelegt',
  passkey,
  trouble: {
    title: 'Das hat nicht geklappt',
    again: 'Noch einmal versuchen',
    unexpected:
      'Auf dieser Seite ist ein Fehler passiert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    unreadable: 'Die Antwort des Servers ist nicht lesbar. Versuchen Sie es gleich noch einmal.',
    offline: 'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    rateLimited: (seconds) =>
      `Das waren zu viele Versuche in kurzer Zeit. Warten Sie ${
        seconds < 90 ? `${seconds} Sekunden` : `${Math.ceil(seconds / 60)} Minuten`
      } und versuchen Sie es dann noch einmal.`,
    unavailable: 'Der Server kann das im Moment nicht. Versuchen Sie es gleich noch einmal.',
    refused:
      'Der Server hat das nicht angenommen. Prüfen Sie Ihre Eingaben und versuchen Sie es noch einmal.',
    unsupported:
      'Dieser Browser kann keine Passkeys benutzen. Öffnen Sie die Seite in einem aktuellen Chrome, Edge, Firefox oder Safari.',
    insecure:
      'Passkeys gehen nur über eine sichere Verbindung. Öffnen Sie diese Seite unter ihrer https-Adresse.',
    noStorage:
      'Dieser Browser darf für diese Seite keine Daten behalten. Erlauben Sie der Seite Daten oder Cookies, und laden Sie sie neu.',
    tooLate: 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
  },
  fields: {
    missing: 'Bitte füllen Sie das aus.',
    choose: 'Bitte wählen Sie eines aus.',
    notEmail: 'Das ist keine E-Mail-Adresse.',
    hours: 'Das Ende muss nach dem Beginn liegen, und die nächste Zeit danach.',
    other: 'Bitte prüfen Sie das.',
  },
  signIn: {
    title: 'Anmelden',
    how: 'Sie melden sich mit Ihrem Passkey an: mit Fingerabdruck, Gesicht oder Bildschirmsperre dieses Geräts. Ein Passwort gibt es nicht.',
    act: 'Mit Passkey anmelden',
    help: 'Passkey verloren oder neu hier?',
    askOwner:
      'Bitten Sie einen Inhaber Ihrer Praxis um einen Link. Damit legen Sie auf diesem Gerät einen Passkey an.',
    onlyOwner:
      'Wenn Sie der einzige Inhaber sind, geben Sie auf dem Computer mit dem Server {0} ein. Das gibt Ihnen einen Link.',
    noPractice:
      'Gibt es noch keine Praxis? Der Link zum Einrichten steht im Protokoll des Servers. Jeder Neustart schreibt einen neuen.',
    notSignedIn: 'Sie sind nicht angemeldet',
    invalid:
      'Dieser Passkey gilt hier nicht mehr, oder die Anmeldung hat zu lange gedauert. Versuchen Sie es noch einmal, oder bitten Sie einen Inhaber Ihrer Praxis um einen neuen Link.',
  },
  setup: {
    title: 'Praxis einrichten',
    short: 'Das dauert zwei Minuten. Sie können später alles ändern.',
    practice: 'Die Praxis',
    name: 'Name',
    timezone: 'Zeitzone',
    itIs: (time) => `Dort ist es jetzt ${time} Uhr.`,
    otherZones: 'Andere',
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
  hours: {
    copy: 'Zeiten des ersten Tages für die anderen übernehmen',
    addBreak: 'Pause einfügen',
    removeBreak: 'Pause entfernen',
    closed: 'Geschlossen',
    opens: 'öffnet',
    closes: 'schließt',
    opensAgain: 'öffnet wieder',
    closesAgain: 'schließt wieder',
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
