/** The words of the settings in German. */
import type * as en from './en-settings.ts'
import { de as lines } from './trail/de.ts'

export const settings: typeof en.settings = {
  title: 'Einstellungen',
  unsaved: 'Noch nicht gespeichert',
  numberBetween: (least, most) => `Geben Sie eine ganze Zahl von ${least} bis ${most} ein.`,

  forOwners: 'Diese Seite können nur Inhaber der Praxis sehen und ändern.',
  toPage: (name) => `Weiter zu: ${name}`,

  own: 'Mein Konto',
  owner: 'Inhaber',
  assistant: 'Assistenz',
  deskLanguage: 'Sprache der Anwendung',
  deskLanguageHint:
    'Gilt nur für Sie. Die Sprache der Nachrichten an Patienten steht unter „Nachrichtentexte“.',
  browserLanguage: 'Wie im Browser',
  languageSaved: 'Die Anwendung ist jetzt auf Deutsch.',

  practice: 'Praxis',
  practiceSaved: 'Die Praxis ist gespeichert.',
  basics: 'Name und Zeitzone',
  practiceName: 'Name',
  timeZone: 'Zeitzone',

  hours: 'Sprechzeiten',
  hoursLead: 'In diesen Zeiten werden freie Termine angeboten. Sie können auch außerhalb Termine eintragen.',
  hoursSaved: 'Die Sprechzeiten sind gespeichert.',

  bookings: 'Termine',
  bookingsSaved: 'Die Einstellungen für Termine sind gespeichert.',
  slot: 'Termine beginnen alle',
  shortNotice: 'Kurzfristig ist eine Absage unter',
  shortNoticeHint: 'Vor dem Termin. Mit 0 gilt keine Absage als kurzfristig.',
  practitionersOnce: 'Niemand behandelt an zwei Stühlen gleichzeitig',
  practitionersOnceHint:
    'Ein Termin für jemanden, der schon an einem anderen Stuhl behandelt, wird dann abgelehnt.',
  units: { days: 'Tage', hours: 'Stunden', minutes: 'Minuten', months: 'Monate' },
  unitOf: (label) => `Einheit: ${label}`,

  contact: 'So erreichen Patienten Sie',
  contactLead: 'Das steht am Ende jeder E-Mail und auf der Seite, auf der Patienten antworten.',
  contactSaved: 'Telefon und Adressen sind gespeichert.',
  phone: 'Telefon',
  replyTo: 'Antworten gehen an',
  replyToHint: 'Die E-Mail-Adresse für Patienten, die auf eine E-Mail antworten.',
  noEmail: 'Das ist keine E-Mail-Adresse.',
  address: 'Anschrift',

  daySheetPhones: 'Telefonnummern auf dem gedruckten Tagesplan zeigen',
  daySheetPhonesHint: 'Lassen Sie den Haken weg, wenn Patienten das Blatt sehen können.',
  daySheetSaved: 'Die Einstellung für den Tagesplan ist gespeichert.',

  checklist: 'Erste Schritte',
  doneOf: (done, all) => `${done} von ${all} erledigt`,
  done: 'Erledigt',
  stepHours: 'Sprechzeiten festlegen',
  stepChairs: 'Stühle oder Räume anlegen',
  stepColleague: 'Eine Kollegin oder einen Kollegen einladen',
  stepReminders: 'Sich selbst eine Probe-Erinnerung senden',
  stepPatient: 'Den ersten Patienten aufnehmen',
  stepBooking: 'Den ersten Termin eintragen',

  edit: 'Ändern',
  editOf: (name) => `${name} ändern`,
  delete: 'Löschen',
  deleteOf: (name) => `${name} löschen?`,
  isDeleted: (name) => `${name} ist gelöscht.`,
  nameTaken: 'Diesen Namen gibt es schon. Wählen Sie einen anderen.',
  color: 'Farbe',
  colors: {
    none: 'Keine Farbe',
    teal: 'Petrol',
    blue: 'Blau',
    indigo: 'Indigo',
    violet: 'Violett',
    pink: 'Rosa',
    red: 'Rot',
    orange: 'Orange',
    amber: 'Gelb',
    green: 'Grün',
    grey: 'Grau',
  },

  chairs: 'Stühle',
  chairsLead:
    'Die Stühle, Räume oder Liegen, an denen Termine stattfinden, in der Reihenfolge der Tagesansicht.',
  addChair: 'Stuhl hinzufügen',
  noChairs: 'Es gibt noch keinen Stuhl. Fügen Sie den ersten hinzu, damit freie Termine angeboten werden.',
  outOfUse: 'Außer Betrieb',
  ownHours: 'Eigene Zeiten',
  up: (name) => `${name} nach oben`,
  down: (name) => `${name} nach unten`,
  movedTo: (name, place, all) => `${name} ist jetzt Nummer ${place} von ${all}.`,
  chairName: 'Name des Stuhls',
  chairAdded: 'Der Stuhl ist hinzugefügt.',
  chairSaved: 'Der Stuhl ist gespeichert.',
  inUse: 'In Betrieb',
  inUseHint: 'Ein Stuhl außer Betrieb nimmt keine neuen Termine an. Vorhandene Termine bleiben.',
  hasOwnHours: 'Der Stuhl hat eigene Zeiten',
  hasOwnHoursHint: 'Sonst gelten die Sprechzeiten der Praxis.',
  deleteChairText: 'Der Stuhl verschwindet aus der Tagesansicht. Ein Inhaber kann ihn zurückholen.',
  chairHasEntries:
    'Der Stuhl hat Termine und lässt sich nicht löschen. Nehmen Sie ihn stattdessen außer Betrieb.',

  types: 'Terminarten',
  typesLead: 'Wofür Patienten kommen. Eine Art gibt einem neuen Termin Dauer und Farbe.',
  addType: 'Terminart hinzufügen',
  noTypes: 'Es gibt noch keine Terminart.',
  minutes: (n) => `${n} Min.`,
  typeOff: 'Nicht angeboten',
  archivedTypes: (n) => (n === 1 ? '1 gelöschte Terminart' : `${n} gelöschte Terminarten`),
  bringBack: 'Zurückholen',
  bringBackOf: (name) => `${name} zurückholen`,
  typeName: 'Name',
  typeNameHint: 'Patienten sehen ihn nie.',
  typeLength: 'Übliche Dauer',
  recallAfter: 'Nächster Besuch nach',
  recallHint: 'Mit 0 ist kein nächster Besuch fällig.',
  bufferBefore: 'Davor frei lassen',
  bufferAfter: 'Danach frei lassen',
  bufferHint: 'Freie Termine halten diesen Abstand. Gebucht werden darf auch dichter.',
  typeChairs: 'Wo sie stattfindet',
  anyChair: 'Auf jedem Stuhl',
  typeMembers: 'Wer sie macht',
  anyMember: 'Alle',
  someMembers: 'Einzelne',
  chooseMember: 'Wählen Sie mindestens eine Person.',
  typeForPatients: 'Was Patienten lesen',
  typeForPatientsHint:
    'Der Name kann verraten, was ein Patient hat. Nachrichten und Seiten verwenden darum diese Texte.',
  patientNameIn: (language) => `Name (${language})`,
  instructionsIn: (language) => `Hinweise vorab (${language})`,
  typeOffered: 'Wird angeboten',
  typeOfferedHint: 'Eine Art, die nicht angeboten wird, nimmt keine neuen Termine an. Vorhandene bleiben.',
  typeAdded: 'Die Terminart ist hinzugefügt.',
  typeSaved: 'Die Terminart ist gespeichert.',
  deleteTypeText:
    'Sie nimmt keine neuen Termine mehr an. Ihre Termine behalten sie, und Sie können sie zurückholen.',

  closures: 'Schließzeiten',
  closuresLead:
    'Feiertage, Fortbildungen und andere Zeiten ohne Termine. Darin werden keine freien Termine angeboten.',
  closuresForOwners: 'Zeiten ohne Termine. Ändern kann sie nur ein Inhaber.',
  addClosure: 'Schließzeit hinzufügen',
  noClosures: 'Es steht keine Schließzeit an.',
  pastClosures: (n) => (n === 1 ? '1 vergangene Schließzeit' : `${n} vergangene Schließzeiten`),
  yearly: 'Jedes Jahr',
  deletedChair: 'ein gelöschter Stuhl',
  closureName: 'Name',
  closureNameHint: 'Er steht in der Tagesansicht, zum Beispiel „Sommerurlaub“.',
  firstDay: 'Erster Tag',
  lastDay: 'Letzter Tag',
  wholeDays: 'Ganze Tage',
  closesAt: 'Geschlossen ab',
  opensAt: 'Geschlossen bis',
  isYearly: 'Kommt jedes Jahr wieder',
  closedWhere: 'Was geschlossen ist',
  wholePractice: 'Die ganze Praxis',
  someChairs: 'Einzelne Stühle',
  chooseChair: 'Wählen Sie mindestens einen Stuhl.',
  daysRunBack: 'Der letzte Tag darf nicht vor dem ersten liegen.',
  tooManyDays: (most) => `Eine Schließzeit hat höchstens ${most} Tage.`,
  timeRunsBack: 'Das Ende muss nach dem Beginn liegen.',
  closureAdded: 'Die Schließzeit ist hinzugefügt.',
  closureSaved: 'Die Schließzeit ist gespeichert.',
  deleteClosureText:
    'Dann werden wieder freie Termine angeboten. Ein Inhaber kann die Schließzeit zurückholen.',
  holidays: 'Feiertage',
  holidaysLead:
    'Übernehmen Sie die Feiertage, an denen die Praxis geschlossen ist. Tage nach dem Mondkalender können um einen Tag abweichen.',
  year: 'Jahr',
  country: 'Land',
  chooseCountry: 'Land wählen',
  region: 'Region',
  wholeCountry: 'Nur landesweite',
  closedAlready: 'Schon geschlossen',
  noHolidays: 'In diesem Jahr kommt kein Feiertag mehr.',
  allClosed: 'An allen diesen Tagen ist die Praxis geschlossen.',
  closeOn: (n) => (n === 0 ? 'Kein Tag gewählt' : n === 1 ? 'An 1 Tag schließen' : `An ${n} Tagen schließen`),
  holidaysAdded: (n) => (n === 1 ? '1 Feiertag ist übernommen.' : `${n} Feiertage sind übernommen.`),

  reminders: 'Erinnerungen',
  channels: 'Wege zu den Patienten',
  channelsLead:
    'Vor einem Termin bekommen Patienten eine E-Mail und eine SMS, soweit sie dem zugestimmt haben.',
  channelNames: { email: 'E-Mail', sms: 'SMS' },
  channelStates: { on: 'An', log_only: 'Probe', off: 'Aus' },
  channelHints: {
    email: {
      on: 'Der Mailserver ist eingerichtet: Nachrichten werden gesendet.',
      log_only: 'Es ist kein Mailserver eingerichtet: Nachrichten stehen nur im Protokoll des Servers.',
      off: 'Es ist kein Mailserver eingerichtet: Es werden keine Nachrichten gesendet.',
    },
    sms: {
      on: 'Der SMS-Dienst ist eingerichtet: Nachrichten werden gesendet.',
      log_only: 'Es ist kein SMS-Dienst eingerichtet: Nachrichten stehen nur im Protokoll des Servers.',
      off: 'Es ist kein SMS-Dienst eingerichtet: Es werden keine Nachrichten gesendet.',
    },
  },
  test: 'Probe an mich senden',
  send: 'Senden',
  testTextLead: 'Sie bekommen eine SMS mit dem gespeicherten Text der Praxis und einem erfundenen Termin.',
  yourNumber: 'Ihre Handynummer',
  noMobileNumber:
    'Das ist keine Handynummer, an die die Praxis Nachrichten sendet. Geben Sie eine ein wie +49 151 23456789.',
  testOnItsWay: 'Die Nachricht ist unterwegs …',
  testOutcomes: {
    delivered: 'Die Nachricht ist gesendet.',
    refused: 'Die Nachricht wurde abgelehnt. Prüfen Sie die Adresse oder die Nummer.',
    not_sent:
      'Die Nachricht wurde nicht gesendet, weil der Dienst nicht erreichbar war oder den Server abgelehnt hat. Fragen Sie, wer den Server betreut.',
    no_answer: 'Der Dienst hat nicht rechtzeitig geantwortet. Vielleicht kommt die Nachricht noch an.',
    over_ceiling:
      'Die Nachricht wurde nicht gesendet, weil die Praxis heute schon so viele Nachrichten gesendet hat, wie sie darf.',
    log_only: 'Der Server sendet noch keine Nachrichten. Die Nachricht steht in seinem Protokoll.',
    not_set_up: 'Der Server sendet noch keine Nachrichten, weil dafür nichts eingerichtet ist.',
  },
  times: 'Wann sie gesendet werden',
  timesSaved: 'Die Zeiten der Erinnerungen sind gespeichert.',
  leads: { first: 'Erste Erinnerung', second: 'Zweite Erinnerung', third: 'Dritte Erinnerung' },
  noReminders: 'Vor dem Termin. Mit 0 gibt es keine Erinnerungen.',
  noFurther: 'Leer lassen, wenn es keine geben soll.',
  noLead: 'Geben Sie eine ganze Zahl ein, höchstens ein Jahr.',
  sameLead: 'Eine andere Erinnerung wird zur selben Zeit gesendet.',
  sendHours: 'Stunden, in denen Nachrichten gesendet werden',
  sendFrom: 'Von',
  sendUntil: 'Bis',
  hourApart: 'Das Ende muss mindestens eine Stunde nach dem Beginn liegen. Mitternacht ist 00:00.',
  sendHint:
    'Was außerhalb dieser Stunden fällig wird, wird zu ihrem Beginn gesendet. Wäre das zu spät, wird es eine Stunde vor ihrem Ende gesendet. Mit Mitternacht in beiden Feldern wird rund um die Uhr gesendet.',
  news: 'Nachrichten über neue Termine',
  newsSaved: 'Die Einstellung ist gespeichert.',
  tellBooked: 'Patienten benachrichtigen, wenn ein Termin für sie eingetragen wird',
  tellBookedHint:
    'Wer von einem Termin erfahren hat, hört immer davon, wenn er verlegt oder abgesagt wird, und zwar fünf Minuten danach.',

  texts: 'Nachrichtentexte',
  textsLead: 'Was in den Erinnerungen steht. Über den Link darin sagen Patienten zu oder bitten um Absage.',
  textsSaved: 'Die Texte sind gespeichert.',
  language: 'Sprache',
  languageHint: 'Für Patienten, deren eigene Sprache nicht bekannt ist.',
  placeholdersLead: 'Wörter in Klammern werden für jeden Patienten ersetzt',
  placeholders: {
    practice: 'der Name der Praxis',
    title: 'Frau oder Herr; der Vorname, wenn sich das aus dem Geschlecht nicht ergibt',
    firstName: 'der Vorname des Patienten',
    lastName: 'der Nachname des Patienten',
    date: 'der Tag des Termins',
    time: 'der Beginn des Termins',
    instructions: 'die Hinweise der Terminart; nur im Text der E-Mail',
    link: 'die Seite, auf der Patienten antworten; beide Texte müssen ihn enthalten',
  },
  textNames: { emailSubject: 'Betreff der E-Mail', emailText: 'Text der E-Mail', smsText: 'SMS' },
  onlyInMail: 'Nur der Text der E-Mail darf {instructions} enthalten.',
  strayBraces: 'In Klammern dürfen nur die Wörter stehen, die oben aufgezählt sind.',
  needsLink: 'Muss {link} enthalten.',
  smsTooLong: 'Das ist für eine SMS zu lang, wenn alles eingesetzt ist. Kürzen Sie es.',
  preview: 'Vorschau',
  thePreview: 'Die Vorschau',
  madeUp: 'Beispiel für einen erfundenen Termin:',
  textOf: (characters) => `SMS, ${characters} Zeichen`,
  costs: 'Anbieter berechnen jeden Teil einer SMS. Mit einem langen Vornamen und Datum hat sie:',
  segments: (n) => (n === 1 ? '1 Teil' : `${n} Teile`),
  costly: (characters) => `Ohne diese Zeichen passt mehr Text in einen Teil: ${characters}`,
  standardTitle: 'Die Standardtexte verwenden?',
  standardText: (language) =>
    `Ihre eigenen Texte für E-Mail und SMS werden gelöscht. Die Standardtexte auf ${language} treten an ihre Stelle.`,
  standardVerb: 'Standardtexte verwenden',
  standardDone: 'Die Erinnerungen haben jetzt die Standardtexte.',

  statuses: 'Patientenstatus',
  statusesLead: 'Jeder Patient hat einen dieser Status. Wählen Sie, welchen ein neuer Patient bekommt.',
  statusesSaved: 'Die Status sind gespeichert.',
  addStatus: 'Status hinzufügen',
  newPatients: 'Neue Patienten',
  statusNumber: (n) => `Status ${n}`,
  firstStatusNumber: (n) => `Neue Patienten bekommen Status ${n}`,
  removeStatus: (n) => `Status ${n} entfernen`,
  statusInUse:
    'Patienten haben einen Status, den Sie entfernt haben. Geben Sie ihnen zuerst einen anderen, oder behalten Sie ihn.',

  tags: 'Merkmale',
  tagsLead: 'Kennzeichen für Patienten, zum Beispiel „Recall fällig“. Ein Patient kann viele haben.',
  addTag: 'Merkmal hinzufügen',
  noTags: 'Es gibt noch kein Merkmal.',
  patients: (n) => (n === 1 ? '1 Patient' : `${n} Patienten`),
  tagName: 'Name des Merkmals',
  tagAdded: 'Das Merkmal ist hinzugefügt.',
  tagSaved: 'Das Merkmal ist gespeichert.',
  deleteTagText: (n) =>
    n === 0
      ? 'Kein Patient hat das Merkmal. Ein Inhaber kann es zurückholen.'
      : `Das Merkmal wird ${n === undefined ? 'seinen Patienten' : n === 1 ? '1 Patienten' : `${n} Patienten`} genommen. Ein Inhaber kann es zurückholen.`,
}

export const people: typeof en.people = {
  title: 'Team',
  about:
    'Assistenten arbeiten mit Patienten, Notizen und Terminen. Inhaber können das auch und verwalten außerdem die Praxis.',
  roles: { assistant: 'Assistenz', owner: 'Inhaber' },
  you: 'Sie',
  deactivated: 'Deaktiviert',
  noColor: 'Keine Farbe',
  sole: 'Der einzige Inhaber mit Passkey. Wer die Rolle abgeben will, macht zuerst ein anderes Mitglied zum Inhaber.',
  hasLink: (until) => `Hat einen Link, um einen Passkey anzulegen. Er gilt bis ${until}.`,
  edit: 'Bearbeiten',
  newLink: 'Neuer Link',
  deactivate: 'Deaktivieren',
  activate: 'Aktivieren',
  name: 'Name',
  email: 'E-Mail',
  role: 'Rolle',
  color: 'Farbe im Kalender',
  emailTaken: 'Ein anderes Mitglied hat diese Adresse. Nehmen Sie eine andere.',
  editTitle: (name) => `${name} bearbeiten`,
  saved: 'Das Mitglied ist gespeichert.',
  savedLinkEnded: 'Das Mitglied ist gespeichert. Der alte Link gilt nicht mehr: Legen Sie einen neuen an.',
  activated: (name) =>
    `${name} ist wieder aktiv. Legen Sie jetzt einen neuen Link an, damit ${name} sich anmelden kann.`,
  deactivateTitle: (name) => `${name} deaktivieren?`,
  deactivateText: (name) =>
    `${name} wird sofort überall abgemeldet. Passkeys und API-Tokens gelten nicht mehr. Kein Eintrag wird gelöscht. Um sich wieder anzumelden, braucht ${name} einen Inhaber, der das Konto aktiviert und einen neuen Link anlegt.`,
  deactivateSelfTitle: 'Sich selbst deaktivieren?',
  deactivateSelfText:
    'Sie werden sofort überall abgemeldet. Anmelden können Sie sich erst wieder, wenn ein anderer Inhaber Sie aktiviert und Ihnen einen neuen Link gibt.',
  wasDeactivated: (name) => `${name} ist deaktiviert.`,
  linkTitle: (name) => `Neuen Link für ${name} anlegen?`,
  linkText: (name) =>
    `Tun Sie das, wenn ein Passkey verloren oder gestohlen ist. Alle Passkeys von ${name} gelten ab jetzt nicht mehr, und jede offene Sitzung endet. Mit dem Link legt ${name} einen neuen Passkey an.`,
  linkTokens: 'Auch die API-Tokens widerrufen',
  makeLink: 'Neuen Link anlegen',
  linkFor: (name) => `Der Link für ${name}`,
  mailed: (name, email) => `Der Link für ${name} ging an ${email}.`,
  notMailed: (name) =>
    `Der Link für ${name}: Es wurde keine E-Mail gesendet. Geben Sie den Link selbst weiter, sodass ihn sonst niemand sieht.`,
  worksUntil: (until) => `Er gilt einmal, bis ${until}.`,
  notAgain: (until) => `Er gilt einmal, bis ${until}, und wird nicht noch einmal gezeigt.`,
  locksOut:
    'Nichts wurde geändert, denn sonst könnte sich kein Inhaber mehr anmelden. Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
  inviteTitle: 'Jemanden einladen',
  invite: 'Einladen',
  invited: (name) => `${name} ist eingeladen.`,
  none: 'Es gibt keines.',
}

export const security: typeof en.security = {
  title: 'Sicherheit',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  notCopied:
    'Der Browser lässt diese Seite nicht kopieren. Der Text ist markiert: Drücken Sie Strg+C oder ⌘C.',
  passkeys: 'Passkeys',
  passkeysAbout:
    'Sie melden sich mit Fingerabdruck, Gesicht oder Bildschirmsperre an. Legen Sie auf einem zweiten Gerät noch einen Passkey an. Dann kommen Sie auch hinein, wenn das erste verloren geht.',
  onlyOne: 'Ihr einziger',
  made: (day) => `Angelegt am ${day}`,
  madeUsed: (day, used) => `Angelegt am ${day}, zuletzt benutzt am ${used}`,
  rename: 'Umbenennen',
  renameTitle: 'Passkey umbenennen',
  renamed: 'Der Passkey hat seinen neuen Namen.',
  name: 'Name',
  remove: 'Entfernen',
  removeTitle: 'Diesen Passkey entfernen?',
  removeText: (name) =>
    `Mit „${name}“ können Sie sich dann nicht mehr anmelden. In allen anderen Browsern werden Sie abgemeldet.`,
  removed: 'Der Passkey ist entfernt.',
  lastStays: 'Das ist Ihr einziger Passkey, darum bleibt er. Legen Sie zuerst einen anderen an.',
  add: 'Passkey hinzufügen',
  make: 'Anlegen',
  added:
    'Mit dem neuen Passkey können Sie sich jetzt anmelden. In allen anderen Browsern sind Sie abgemeldet.',
  sessions: 'Wo Sie angemeldet sind',
  sessionsAbout: 'Sehen Sie einen Browser, den Sie nicht kennen? Melden Sie ihn ab.',
  thisBrowser: 'Dieser Browser',
  seen: (from, last) => `Angemeldet ${from}, zuletzt gesehen ${last}`,
  signOut: 'Abmelden',
  signedOut: 'Der Browser ist abgemeldet.',
  signOutOthers: 'Alle anderen Browser abmelden',
  othersSignedOut: 'Alle anderen Browser sind abgemeldet.',
  browser: 'Ein Browser',
  browserOn: (browser, system) => `${browser} auf ${system}`,
  none: 'Es gibt keine.',
  confirmTitle: 'Bestätigen Sie mit Ihrem Passkey',
  confirmText:
    'Das darf nicht jeder, der an diesem Computer sitzt. Zeigen Sie mit Ihrem Passkey, dass Sie es sind.',
  confirm: 'Passkey benutzen',
}

export const developers: typeof en.developers = {
  title: 'Entwickler',
  docs: 'API',
  docsAbout:
    'Programme können mit der API fast alles tun, was Menschen hier tun. In der Dokumentation lässt sich jede Anfrage ausprobieren. Sie sind auch dort angemeldet.',
  openDocs: 'Dokumentation öffnen',
  tokens: 'Ihre Tokens',
  tokensAbout: 'Mit einem Token kann ein Programm in Ihrem Namen arbeiten.',
  noTokens: 'Sie haben kein Token.',
  othersTokens: 'Tokens im Team',
  othersAbout: 'Damit arbeiten Programme im Namen Ihrer Kollegen. Widerrufen Sie, was niemand braucht.',
  noOthers: 'Niemand sonst im Team hat ein Token.',
  name: 'Name eines neuen Tokens',
  endsIn: 'Endet in',
  days: (n) => (n === 365 ? 'einem Jahr' : `${n} Tagen`),
  may: 'Ein Programm damit',
  scopes: { read: 'liest Einträge', write: 'ändert Einträge', settings: 'ändert Einstellungen' },
  chooseScope: 'Bitte wählen Sie mindestens eines.',
  make: 'Token anlegen',
  tooMany: 'Sie haben schon so viele Tokens, wie es geben kann. Widerrufen Sie zuerst eines.',
  newToken: 'Das neue Token',
  copyNow: 'Kopieren Sie das Token jetzt.',
  notAgain: 'Es wird nicht noch einmal gezeigt. Jeder, der es hat, kann in Ihrem Namen arbeiten.',
  times: (made, used, ends) =>
    `Angelegt ${made}, ${used === null ? 'nie benutzt' : `zuletzt benutzt ${used}`}, endet ${ends}`,
  revoke: 'Widerrufen',
  revokeTitle: 'Dieses Token widerrufen?',
  revokeText: (name) => `Programme, die „${name}“ benutzen, funktionieren sofort nicht mehr.`,
  revoked: 'Das Token ist widerrufen.',
}

const call = 'Rufen Sie jetzt die Person an, die den Server betreibt.'
const inform = 'Sagen Sie es heute der Person, die den Server betreibt.'
const nothingLost = 'Bisher ist nichts verloren: Was gespeichert wurde, ist auf dem Server selbst.'

export const service: typeof en.service = {
  title: 'Server und Sicherung',
  levels: {
    good: 'Grün: Alles ist in Ordnung',
    attention: 'Gelb: Darum sollte sich jemand kümmern',
    trouble: 'Rot: Es muss etwas geschehen',
  },
  colors: { good: 'Grün', attention: 'Gelb', trouble: 'Rot' },
  unknown: 'Im Moment nicht bekannt',
  lookingAgain:
    'Diese Seite prüft das jede Minute von Neuem. Wenn das nicht hilft, rufen Sie die Person an, die den Server betreibt.',
  before: 'Darunter steht, was zuletzt bekannt war.',
  read: 'Lesen Sie diese Zeile der Person vor, die den Server betreibt, oder schicken Sie sie ihr:',
  line: (names) => `Auf meiner Seite steht „${names}“. Auf dem Server eingeben: chairside doctor`,
  verified: 'Sicherung zuletzt geprüft und vollständig',
  notYet: 'Noch nicht',
  upToDate: 'Sicherung auf dem neuesten Stand',
  lagUnknown: 'Noch nicht bekannt',
  noLag: 'Ja, sie enthält jede Änderung',
  behind: (time) => `Liegt ${time} zurück`,
  seconds: (n) => `${n} Sekunden`,
  minutes: (n) => `${n} Minuten`,
  hours: (n) => `${n} Stunden`,
  days: (n) => `${n} Tage`,
  free: 'Frei auf der Festplatte des Servers',
  findings: {
    not_saving: {
      explain: () =>
        'Änderungen können im Moment nicht gespeichert werden. Was vorher gespeichert wurde, lässt sich noch lesen.',
      steps: [call, 'Schreiben Sie neue Termine bis dahin auf Papier.'],
    },
    disk_full: {
      explain: () =>
        'Die Festplatte des Servers ist voll. Änderungen können nicht mehr gespeichert werden, oder bald nicht mehr.',
      steps: [call, 'Schreiben Sie neue Termine bis dahin auf Papier, wenn sie sich nicht speichern lassen.'],
    },
    standing_still: {
      explain: () => 'Ein Teil des Servers steht still. Erinnerungen werden vielleicht nicht gesendet.',
      steps: [call, 'Rufen Sie bis dahin die Patienten an, die bald etwas wissen müssen.'],
    },
    foreign_writer: {
      explain: () =>
        'Ein anderer Computer oder eine andere Datenbank benutzt den Platz dieser Sicherung. Auf die Sicherung ist kein Verlass, und vielleicht gibt es einen zweiten, anderen Kalender.',
      steps: ['Sehen Sie nach, ob die Termine von heute und morgen stimmen.', call],
    },
    backup_failed: {
      explain: () =>
        'Die letzte Prüfung der Sicherung hat einen Fehler gefunden. Wenn jetzt die Festplatte des Servers kaputtginge, könnten Einträge verloren gehen.',
      steps: [
        nothingLost,
        inform,
        'Der Server prüft jede Stunde wieder. Diese Meldung verschwindet, wenn die Sicherung vollständig ist.',
      ],
    },
    backup_stopped: {
      explain: (lag) =>
        lag === null
          ? 'Es gibt noch keine vollständige Sicherung. Wenn jetzt die Festplatte des Servers kaputtginge, könnten Einträge verloren gehen.'
          : `Die Sicherung steht still und liegt ${lag} zurück. Was seitdem geändert wurde, gibt es nur auf diesem Server.`,
      steps: [nothingLost, 'Sehen Sie nach, ob die Internetverbindung des Servers geht.', inform],
    },
    backup_behind: {
      explain: (lag) =>
        lag === null ? 'Die Sicherung ist noch nicht vollständig.' : `Die Sicherung liegt ${lag} zurück.`,
      steps: ['Warten Sie eine Viertelstunde. Der Server holt das von selbst auf.'],
    },
    backup_not_verified: {
      explain: () =>
        'Die Sicherung wurde seit zwei Tagen nicht geprüft, oder die letzte Prüfung ist fehlgeschlagen. Niemand weiß, ob sie vollständig ist.',
      steps: ['Lassen Sie den Server nachts an: Er prüft die Sicherung um halb vier.', inform],
    },
    backup_new: {
      explain: () => 'Die Sicherung wurde noch nicht geprüft.',
      steps: ['Warten Sie zehn Minuten. Die erste Prüfung beginnt bald nach dem Start.'],
    },
    no_backup: {
      explain: () =>
        'Es ist keine Sicherung eingerichtet. Wenn die Festplatte des Servers kaputtgeht, sind alle Einträge verloren.',
      steps: [
        'Solange Sie chairside nur ausprobieren, ist nichts zu tun.',
        'Bevor Sie echte Patienten eintragen, bitten Sie die Person, die den Server betreibt, die Sicherung einzurichten.',
      ],
    },
    upkeep_failing: {
      explain: () =>
        'Die regelmäßige Pflege kann einige Datensätze einer Praxis nicht bearbeiten. Nichts ist verloren, und Altes bleibt länger, als es soll.',
      steps: [
        inform,
        'Das Protokoll des Servers sagt, um welche Praxis es geht. Der Server versucht es jeden Tag wieder.',
      ],
    },
    disk_low: {
      explain: (_, free) => `Die Festplatte des Servers ist fast voll: ${free} MB sind frei.`,
      steps: [inform],
    },
  },
}

export const deleted: typeof en.deleted = {
  title: 'Gelöschtes',
  about: 'Was jemand gelöscht hat, bleibt jahrelang aufbewahrt, und Sie können es zurückholen.',
  kind: 'Art',
  everything: 'Alles',
  show: 'Gelöschtes zeigen',
  earlier: 'Früher Gelöschtes zeigen',
  none: 'Hier gibt es nichts Gelöschtes.',
  shown: (n) => (n === 1 ? '1 Eintrag wird gezeigt.' : `${n} Einträge werden gezeigt.`),
  kinds: {
    patient: 'Patient',
    note: 'Notiz',
    appointment: 'Termin',
    tag: 'Merkmal',
    tagLink: 'Merkmal eines Patienten',
    chair: 'Stuhl',
    closure: 'Schließzeit',
    waiting: 'Platz auf der Warteliste',
    merge: 'Zusammengeführter Patient',
  },
  comesBack: {
    patient: 'Mit dem Patienten kommt alles zurück, auch die Termine, die es noch gibt.',
    note: 'Die Notiz kommt mit ihren früheren Fassungen zurück.',
    appointment: 'Der Termin kommt nur zurück, wenn sein Platz im Kalender noch frei ist.',
    tag: 'Das Merkmal kommt zu seinen Patienten zurück.',
    tagLink: 'Der Patient bekommt das Merkmal wieder.',
    chair: 'Der Stuhl kommt ohne Termine zurück.',
    closure: 'Die Praxis oder die Stühle sind dann wieder geschlossen.',
    waiting: 'Der Patient ist dann wieder auf der Warteliste, an seinem alten Platz.',
    merge: 'Der Patient kommt mit allem zurück, was zum anderen Patienten ging und noch da ist.',
  },
  entryTypes: { appointment: 'Termin', reminder: 'Vermerk', unavailable: 'Sperrzeit' },
  deletedTag: 'ein gelöschtes Merkmal',
  deletedPatient: 'ein gelöschter Patient',
  born: (day) => `Geboren am ${day}`,
  bornUnknown: 'Geburtsdatum nicht bekannt',
  by: (day, name) => `Gelöscht ${day}${name === null ? '' : ` von ${name}`}`,
  keptUntil: (day) => `Aufbewahrt bis ${day}`,
  bringBack: 'Zurückholen',
  bringBackTitle: (label) => `„${label}“ zurückholen?`,
  isBack: (label) => `„${label}“ ist wieder da.`,
  notAll: 'Nicht alles ist wie vorher:',
  lost: {
    status: 'Der Status ist der übliche für neue Patienten, denn den alten gibt es nicht mehr.',
    tagIds: 'Einige Merkmale fehlen, weil sie gelöscht wurden.',
    patients: 'Einigen Patienten fehlt das Merkmal, weil sie gelöscht wurden.',
    appointments: 'Einige Termine fehlen, weil sie gelöscht wurden oder einen anderen Patienten haben.',
    other: (field) => `Noch etwas blieb, wie es jetzt ist: ${field}.`,
  },
  conflicts: {
    patientId: 'Der Patient wurde gelöscht. Holen Sie zuerst den Patienten zurück.',
    tagId: 'Das Merkmal wurde gelöscht. Holen Sie zuerst das Merkmal zurück.',
    name: 'Etwas anderes hat jetzt diesen Namen. Benennen Sie das zuerst um.',
    startAt: 'Etwas anderes ist im Weg. Verschieben oder löschen Sie das zuerst.',
    chairId: 'Der Stuhl ist außer Betrieb. Nehmen Sie ihn zuerst wieder in Betrieb.',
    other: 'Das kann nicht zurückkommen: Es ist schon da, oder es ist kein Platz mehr dafür.',
  },
}

export const rights: typeof en.rights = {
  title: 'Rechte einer Person',
  about:
    'Patienten dürfen fragen, wer ihre Akte gesehen hat. Sie dürfen eine Kopie von allem verlangen, oder dass sie vergessen werden.',
  deletedHint: 'Ein gelöschter Patient steht unter „Gelöschtes“.',
  seen: 'Wer hat die Akte gesehen',
  print: 'Alles zum Drucken',
  file: 'Alles als Datei',
  erase: 'Endgültig löschen',
  eraseTitle: (name) => `${name} endgültig löschen?`,
  whatIsErased:
    'Die Akte, die Notizen, die Nachrichten und alles früher Gelöschte werden endgültig entfernt. Niemand kann sie zurückholen, auch nicht aus einer Sicherung.',
  whatStays:
    'Die Termine bleiben ohne Patient und Text im Kalender. Unter „Wer hat was getan“ steht weiter, dass jemand etwas getan hat, aber nicht mehr für wen.',
  typeName: 'Tippen Sie den Namen des Patienten',
  typeThis: (name) => `Bitte tippen Sie „${name}“.`,
  reason: 'Warum wird die Person gelöscht?',
  nameless: 'Dieser Text bleibt unter „Wer hat was getan“. Schreiben Sie nicht, wer die Person ist.',
  namesPerson: 'Der Text nennt die Person. Schreiben Sie ihn ohne Namen, denn er bleibt.',
  keptTitle: (name) => `Die Akte von ${name} muss noch aufbewahrt werden`,
  keptUntil: (day) =>
    `Sie muss bis zum ${day} aufbewahrt werden: so viele Jahre nach der letzten Behandlung, wie die Praxis eingestellt hat.`,
  nothingYet:
    'Bisher wurde nichts gelöscht. Wenn Sie nicht sicher sind, drücken Sie „Abbrechen“ und lassen Sie sich beraten.',
  override: 'Warum löschen Sie trotzdem?',
  eraseAllTheSame: 'Trotzdem löschen',
  erased: (name) => `${name} ist gelöscht.`,
  merged:
    'Jemand hat gerade eine andere Akte mit dieser zusammengeführt. Sehen Sie sich die Akte an und versuchen Sie es dann noch einmal.',
}

export const trail: typeof en.trail = {
  title: 'Wer hat was getan',
  about:
    'Wer eine Akte ansieht, etwas ändert oder sich anmeldet, hinterlässt hier eine Zeile. Kein Mitglied kann eine Zeile ändern. Zeilen bleiben sechs Jahre. Wenn Sie die Zeilen ansehen, hinterlässt auch das eine Zeile.',
  patient: 'Über den Patienten',
  onePatient: 'Ein Patient',
  anyPatient: 'Auswahl aufheben',
  member: 'Getan von',
  everybody: 'Alle',
  kind: 'Was getan wurde',
  everything: 'Alles',
  from: 'Ab dem Tag',
  to: 'Bis zum Tag',
  show: 'Zeigen',
  earlier: 'Früheres zeigen',
  shown: (n) => (n === 1 ? '1 Zeile wird gezeigt.' : `${n} Zeilen werden gezeigt.`),
  nothing: 'Es wurde nichts gefunden.',
  nothingNewest: 'In den neuesten Zeilen wurde nichts gefunden.',
  nothingEarlier: 'Früher wurde nichts gefunden.',
  field: 'Feld',
  before: 'Vorher',
  after: 'Nachher',
  notKept: 'Was vorher und nachher war, ist nicht aufbewahrt oder wurde gelöscht.',
  lines,
}
