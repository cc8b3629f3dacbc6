import type { settings as en } from './en-settings.ts'

/** The words of the settings in German. */
export const settings: typeof en = {
  title: 'Einstellungen',
  fillIn: 'Bitte füllen Sie das aus.',
  unsaved: 'Noch nicht gespeichert',
  changedMeanwhile:
    'Jemand anderes hat das inzwischen geändert, deshalb wurde nichts gespeichert. Ihre Eingaben sind noch da. Prüfen Sie sie und speichern Sie noch einmal.',
  leaveTitle: 'Seite verlassen, ohne zu speichern?',
  leaveText:
    'Sie haben auf dieser Seite etwas geändert und nicht gespeichert. Beim Verlassen geht es verloren.',
  leaveVerb: 'Verlassen',
  signOutTitle: 'Abmelden, ohne zu speichern?',
  signOutText:
    'Sie haben auf dieser Seite etwas geändert und nicht gespeichert. Beim Abmelden geht es verloren.',
  numberBetween: (least, most) => `Geben Sie eine ganze Zahl von ${least} bis ${most} ein.`,

  own: 'Sie selbst',
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
  otherRegion: 'Sonstige',
  clockIn: (time) => `Dort ist es jetzt ${time} Uhr.`,

  hours: 'Sprechzeiten',
  hoursLead: 'In diesen Zeiten werden freie Termine angeboten. Sie können auch außerhalb Termine eintragen.',
  hoursSaved: 'Die Sprechzeiten sind gespeichert.',
  weekdays: {
    mon: 'Montag',
    tue: 'Dienstag',
    wed: 'Mittwoch',
    thu: 'Donnerstag',
    fri: 'Freitag',
    sat: 'Samstag',
    sun: 'Sonntag',
  },
  timeOf: (day, edge, nth) =>
    `${day}, ${edge === 'start' ? 'öffnet' : 'schließt'}${nth > 0 ? ' wieder' : ''}`,
  closed: 'Geschlossen',
  addBreak: 'Pause einfügen',
  removeBreak: 'Pause entfernen',
  copyHours: 'Zeiten des ersten Tages für die anderen übernehmen',
  timesRunBack: 'Die Zeiten eines Tages müssen aufeinander folgen und dürfen sich nicht überschneiden.',

  bookings: 'Termine',
  bookingsSaved: 'Die Einstellungen für Termine sind gespeichert.',
  slot: 'Termine beginnen alle',
  shortNotice: 'Eine Absage ist kurzfristig, wenn sie später kommt als',
  shortNoticeHint: 'Vor dem Termin. Mit 0 zählt keine Absage als kurzfristig.',
  practitionersOnce: 'Niemand behandelt an zwei Stühlen gleichzeitig',
  practitionersOnceHint:
    'Ein Termin für jemanden, der schon an einem anderen Stuhl behandelt, wird dann abgelehnt.',
  units: { days: 'Tage', hours: 'Stunden', minutes: 'Minuten' },
  unitOf: (label) => `Einheit: ${label}`,

  contact: 'So erreichen Patienten Sie',
  contactLead: 'Das steht am Ende jeder E-Mail und auf der Seite, auf der Patienten antworten.',
  contactSaved: 'Telefon und Adressen sind gespeichert.',
  phone: 'Telefon',
  replyTo: 'Antworten gehen an',
  replyToHint: 'Die E-Mail-Adresse für Patienten, die auf eine E-Mail antworten.',
  noEmail: 'Das ist keine E-Mail-Adresse.',
  address: 'Anschrift',

  daySheetPhones: 'Telefonnummern auf dem gedruckten Tagesblatt zeigen',
  daySheetPhonesHint: 'Lassen Sie das aus, wenn Patienten das Blatt sehen können.',
  daySheetSaved: 'Die Einstellung für das Tagesblatt ist gespeichert.',

  checklist: 'Erste Schritte',
  checklistLink: 'Was noch einzurichten ist',
  doneOf: (done, all) => `${done} von ${all} erledigt`,
  done: 'Erledigt',
  stepHours: 'Sprechzeiten festlegen',
  stepChairs: 'Stühle oder Räume anlegen',
  stepColleague: 'Eine Kollegin oder einen Kollegen einladen',
  stepReminders: 'Sich selbst eine Probe-Erinnerung schicken',
  stepPatient: 'Den ersten Patienten aufnehmen',
  stepBooking: 'Den ersten Termin eintragen',
}
