import type { Words } from './words.ts'

/** The words of the desk in German. */
export const de: Words = {
  shell: {
    title: (practice) => practice,
    day: 'Tag',
    patients: 'Patienten',
    inbox: 'Eingang',
    waitingList: 'Warteliste',
    daySheet: 'Tagesblatt',
    settings: 'Einstellungen',
    screens: 'Ansichten',
    find: 'Patient suchen',
    book: 'Neuer Termin',
    help: 'Hilfe zur Tastatur',
    signOut: 'Abmelden',
    signedOut: 'Sie sind abgemeldet.',
    skip: 'Zum Inhalt springen',
    loading: 'Wird geladen …',
    close: 'Schließen',
    cancel: 'Abbrechen',
    save: 'Speichern',
    undo: 'Rückgängig',
    undone: 'Rückgängig gemacht.',
    tryAgain: 'Noch einmal versuchen',
    tooLate: 'Das lässt sich nicht mehr rückgängig machen.',
    sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um weiterzumachen.',
    offline:
      'Keine Verbindung. Sie sehen den letzten Stand. Ändern lässt sich erst wieder etwas, wenn die Verbindung da ist.',
    offlineWrite:
      'Das wurde nicht gespeichert, weil die Verbindung fehlt. Versuchen Sie es wieder, wenn der Hinweis oben weg ist.',
    keysTitle: 'Tastatur',
    keysEverywhere: 'Überall',
    optional: 'freiwillig',
    none: 'Keine',
    minutes: (n) => (n === 1 ? '1 Minute' : `${n} Minuten`),
  },

  failures: {
    unexpected:
      'Auf dieser Seite ist ein Fehler passiert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    unreadable: 'Die Antwort des Servers ist nicht lesbar. Versuchen Sie es gleich noch einmal.',
    offline: 'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    rateLimited: (seconds) =>
      `Das waren zu viele Anfragen in kurzer Zeit. Warten Sie ${seconds} Sekunden und versuchen Sie es dann noch einmal.`,
    forbidden: 'Das darf nur ein Inhaber der Praxis.',
    notFound: 'Diesen Eintrag gibt es nicht mehr. Vielleicht hat ihn jemand gelöscht.',
    changedMeanwhile:
      'Jemand anderes hat das inzwischen geändert. Sie sehen jetzt den neuen Stand. Machen Sie Ihre Änderung noch einmal.',
    conflict: 'Das passt nicht zu dem, was schon da ist.',
    invalid: 'Im Formular stimmt etwas nicht. Prüfen Sie die markierten Felder.',
    invalidField: 'Prüfen Sie dieses Feld.',
    tooLarge: 'Das ist zu lang zum Speichern.',
    unavailable: 'Der Server kann das im Moment nicht. Versuchen Sie es gleich noch einmal.',
    internal:
      'Der Server hat einen Fehler gemacht, und nichts wurde gespeichert. Versuchen Sie es noch einmal.',
    passkey:
      'Es ist nichts passiert, weil Sie Ihren Passkey nicht benutzt haben. Versuchen Sie es noch einmal.',
  },

  board: {
    today: 'Heute',
    previous: 'Tag davor',
    next: 'Tag danach',
    withoutChair: 'Noch ohne Stuhl',
    empty: 'An diesem Tag gibt es keine Termine.',
  },

  acts: {
    booked: (name) => `${name} ist eingetragen.`,
  },

  booking: {
    title: 'Neuer Termin',
  },

  finder: {
    label: 'Patient suchen',
    placeholder: 'Name, Telefon oder Geburtsdatum',
    nothing: 'Niemand passt dazu.',
  },

  patient: {
    title: 'Patient',
  },

  inbox: {
    title: 'Eingang',
    open: (n) => (n === 1 ? '1 Aufgabe' : `${n} Aufgaben`),
    empty: 'Es gibt nichts zu tun',
    emptyHint:
      'Hier sehen Sie, wer absagen möchte, wer nicht geantwortet hat und wer nicht erreicht wurde. Sie sehen auch, wer in eine freie Zeit passt.',
    groups: {
      cancel_requested: 'Möchte absagen',
      unanswered: 'Noch keine Antwort',
      failed: 'Nicht erreicht',
      uncertain: 'Vielleicht nicht erreicht',
      fits_gap: 'Passt in eine freie Zeit',
      note_next: 'Als Nächstes zu tun',
    },
    more: 'Davon gibt es mehr, als hier steht. Der Rest folgt, wenn diese erledigt sind.',
    gone: 'Ein gelöschter Patient',
    says: {
      cancel_requested: 'Bitte anrufen und dann absagen oder verschieben.',
      unanswered: 'Hat die Erinnerung bekommen und nicht geantwortet. Bitte anrufen.',
      fits_gap: (minutes, chair, when) => `Braucht ${minutes} Minuten. ${chair} ist frei: ${when}.`,
    },
    message: {
      email: { message: 'E-Mail', address: 'E-Mail-Adresse', service: 'E-Mail-Dienst' },
      sms: { message: 'SMS', address: 'Handynummer', service: 'SMS-Dienst' },
    },
    happened: {
      inside_lead: () => 'Der Termin wurde zu spät für eine Erinnerung eingetragen.',
      switched_off: () => 'Die Erinnerungen der Praxis waren abgeschaltet.',
      other_lead: () => 'Eine andere Erinnerung tritt an die Stelle von dieser.',
      asked_to_cancel: () => 'Der Patient wollte absagen.',
      missed_window: ({ message }) => `Die ${message} konnte nicht rechtzeitig hinausgehen.`,
      no_consent: ({ message }) => `Der Patient möchte keine ${message}.`,
      no_address: () => 'Der Patient hat keine E-Mail-Adresse.',
      no_phone: () => 'Der Patient hat keine Handynummer.',
      invalid_phone: () => 'Die Handynummer ist nicht gültig.',
      landline: () => 'Die Nummer ist ein Festnetzanschluss und bekommt keine SMS.',
      costly_number: () => 'Eine SMS an diese Nummer wäre sehr teuer.',
      unknown_country: () => 'Es ist nicht klar, zu welchem Land die Handynummer gehört.',
      country_not_allowed: () => 'Die Praxis sendet keine SMS in das Land dieser Nummer.',
      over_ceiling: () => 'Die Praxis hatte an dem Tag so viele Nachrichten gesendet, wie sie darf.',
      not_configured: ({ service }) => `Die Praxis hat keinen ${service}.`,
      refused: ({ service, address }) => `Der ${service} hat die ${address} abgelehnt.`,
      provider_away: ({ message }, because) => `Die ${message} konnte nicht hinausgehen${because}.`,
      gave_up: ({ message }, because) => `Die ${message} ist jedes Mal gescheitert${because}.`,
      log_only: ({ message }) =>
        `Es ging keine ${message} hinaus, weil das Senden noch nicht eingerichtet ist.`,
      uncertain: ({ message }) => `Es ist nicht klar, ob die ${message} angekommen ist.`,
      scheduled: ({ message }, because) => `Die ${message} ist noch nicht hinausgegangen${because}.`,
      unknown: ({ message }, because) => `Die ${message} ist nicht hinausgegangen${because}.`,
    },
    because: {
      no_answer: ({ service }) => `, weil der ${service} nicht geantwortet hat`,
      unreachable: ({ service }) => `, weil der ${service} nicht erreichbar war`,
      unsafe: ({ service }) => `, weil der ${service} keine sichere Verbindung hat`,
      sign_in: ({ service }) => `, weil der ${service} unsere Anmeldung abgelehnt hat`,
      money: ({ service }) => `, weil beim ${service} das Guthaben aufgebraucht ist`,
      busy: ({ service }) => `, weil der ${service} überlastet war`,
      refused: ({ service }) => `, weil der ${service} die Nachricht abgelehnt hat`,
      other: () => ', weil in chairside etwas schiefging',
    },
    todo: {
      call: 'Bitte anrufen.',
      again: 'Noch einmal senden oder anrufen.',
      uncertain: 'Bitte anrufen. Oder noch einmal senden, wenn eine zweite Nachricht nicht stört.',
      wait: 'Auf den nächsten Versuch warten oder anrufen.',
      no_address: 'Bitte anrufen oder eine Adresse eintragen.',
      no_phone: 'Bitte anrufen oder eine Nummer eintragen.',
      invalid_phone: 'Die Nummer berichtigen und noch einmal senden.',
      landline: 'Eine Handynummer eintragen und noch einmal senden.',
      costly_number: 'Eine andere Handynummer eintragen und noch einmal senden.',
      unknown_country: 'Die Landesvorwahl ergänzen, etwa +49, und noch einmal senden.',
      country_not_allowed: 'Bitte anrufen. Oder ein Inhaber erlaubt das Land.',
      tomorrow: 'Sie geht hinaus, wenn am nächsten Tag die Sendezeit beginnt.',
      refused: 'Beim Patienten nachfragen, berichtigen und noch einmal senden.',
      booked: 'Bitte anrufen. Der Patient weiß vielleicht nichts vom Termin.',
      moved: 'Bitte anrufen. Der Patient kennt vielleicht die neue Zeit nicht.',
      cancelled: 'Bitte anrufen. Der Patient weiß vielleicht nichts von der Absage.',
    },
    since: (when) => `wartet seit ${when}`,
    call: (name, number) => `${name} anrufen: ${number}`,
    mail: (name) => `E-Mail an ${name} schreiben`,
    showInDay: (name, when) => `${name} im Tag zeigen, ${when}`,
    cancel: 'Absagen …',
    cancelOf: (name) => `Absagen: Termin von ${name}`,
    comes: 'Kommt',
    comesOf: (name) => `Kommt: ${name}`,
    saidComes: (name) => `Notiert: ${name} kommt.`,
    again: 'Noch einmal senden',
    againTo: (name) => `Noch einmal senden: Nachricht an ${name}`,
    sentAgain: (name) => `Die Nachricht an ${name} ist unterwegs.`,
    sentLater: (name, when) => `Die Nachricht an ${name} geht hinaus: ${when}.`,
    notAgain: 'Diese Nachricht lässt sich nicht noch einmal senden, weil sich inzwischen etwas geändert hat.',
    book: 'Eintragen',
    bookFor: (name) => `Neuer Termin für ${name}`,
    done: 'Erledigt',
    doneWith: (name) => `Erledigt: ${name}`,
    marked: (name) => `${name} ist erledigt.`,
    doneBefore: (n) => `Erledigt (${n})`,
    by: (who, when) => `${who}, ${when}`,
    you: 'Sie',
    somebody: 'jemand',
    putBack: 'Zurücklegen',
    putBackOf: (name) => `Zurücklegen: ${name}`,
    isBack: (name) => `${name} wartet wieder.`,
    answers: (day) => `Antworten für ${day}`,
    confirmed: (n) => `${n} bestätigt`,
    asks: (n) => (n === 1 ? '1 möchte absagen' : `${n} möchten absagen`),
    silent: (n) => (n === 1 ? '1 ohne Antwort' : `${n} ohne Antwort`),
    whoIsSilent: 'Wer nicht geantwortet hat',
    notReminded: 'nicht erinnert',
    noAnswers: 'In den nächsten Tagen hat niemand einen Termin.',
  },

  waiting: {
    title: 'Warteliste',
    booked: (name, when) => `${name} ist eingetragen: ${when}.`,
    taken: 'Die Zeit ist inzwischen vergeben. Der Patient wartet weiter.',
  },

  sheet: {
    title: 'Tagesblatt',
  },

  live: {
    title: (waiting, text) => (waiting > 0 ? `(${waiting}) ${text}` : text),
  },

  settings: {
    title: 'Einstellungen',
  },

  security: {
    title: 'Sicherheit',
  },
}
