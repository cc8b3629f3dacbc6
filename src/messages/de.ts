import type { Language } from './language.ts'

export const de: Language = {
  name: 'Deutsch',
  locale: 'de-DE',
  clock: (time) => `${time} Uhr`,
  templates: {
    emailSubject: 'Ihr Termin am {date} um {time}',
    emailText: `Guten Tag {firstName},

wir erinnern Sie an Ihren Termin bei {practice}:

{date}
{time}

Bitte sagen Sie uns, ob Sie kommen können:

{link}

Wir freuen uns auf Sie.
{practice}`,
    smsText: '{practice}: Erinnerung an Ihren Termin am {date} um {time}. Bestätigen oder absagen: {link}',
  },
  news: {
    booked: {
      emailSubject: 'Ihr Termin am {date} um {time}',
      emailText: `Guten Tag {firstName},

Sie haben einen Termin bei {practice}:

{date}
{time}

Bitte sagen Sie uns, ob Sie kommen können:

{link}

Wir freuen uns auf Sie.
{practice}`,
      smsText: '{practice}: Sie haben einen Termin am {date}, {time}. {link}',
    },
    moved: {
      emailSubject: 'Neue Zeit: Ihr Termin ist am {date} um {time}',
      emailText: `Guten Tag {firstName},

Ihr Termin bei {practice} hat eine neue Zeit:

{date}
{time}

Bitte sagen Sie uns, ob Sie kommen können:

{link}

Wir freuen uns auf Sie.
{practice}`,
      smsText: '{practice}: Ihr Termin ist jetzt am {date}, {time}. {link}',
    },
    cancelled: {
      emailSubject: 'Abgesagt: Ihr Termin am {date} um {time}',
      emailText: `Guten Tag {firstName},

Ihr Termin bei {practice} wurde abgesagt:

{date}
{time}

Wenn Sie eine Frage haben oder einen anderen Termin möchten, rufen Sie uns bitte an.

{practice}`,
      smsText: '{practice}: Ihr Termin am {date}, {time} wurde abgesagt. Fragen? Bitte rufen Sie uns an.',
    },
  },
  linkLabel: 'Bestätigen oder um Absage bitten',
  eventTitle: (practice) => `Termin: ${practice}`,
  page: {
    title: 'Ihr Termin',
    question: 'Können Sie kommen?',
    confirm: 'Ja, ich komme',
    askToCancel: 'Nein, bitte absagen',
    confirmed: 'Vielen Dank. Wir erwarten Sie.',
    cancelRequested: 'Danke für die Nachricht. Die Praxis kümmert sich um Ihre Bitte um Absage.',
    answeredOtherwise:
      'Sie haben schon geantwortet. Wenn sich etwas geändert hat, rufen Sie bitte die Praxis an.',
    expired: 'Dieser Link gilt nicht mehr. Wenn Sie eine Frage haben, rufen Sie bitte die Praxis an.',
    changed: 'Dieser Termin ist nicht mehr so, wie er in der Nachricht stand. Bitte rufen Sie die Praxis an.',
    invalid:
      'Dieser Link funktioniert nicht. Bitte öffnen Sie ihn direkt aus der Nachricht, oder rufen Sie die Praxis an.',
    failed:
      'Das hat nicht geklappt. Bitte versuchen Sie es gleich noch einmal, oder rufen Sie die Praxis an.',
  },
}
