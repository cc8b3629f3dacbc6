import type { Language } from './language.ts'

export const de: Language = {
  name: 'Deutsch',
  locale: 'de-DE',
  clock: (time) => `${time} Uhr`,
  shortMonth: 'numeric',
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
    smsText: '{practice}: Termin {date} {time}. Kommen Sie? {link}',
  },
  madeUpInstructions: 'Bitte bringen Sie Ihre Versichertenkarte mit.',
  titles: { female: 'Frau', male: 'Herr' },
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
      smsText: '{practice}: Ihr Termin am {date} {time}. {link}',
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
      smsText: '{practice}: Ihr Termin jetzt {date} {time}. {link}',
    },
    cancelled: {
      emailSubject: 'Abgesagt: Ihr Termin am {date} um {time}',
      emailText: `Guten Tag {firstName},

Ihr Termin bei {practice} wurde abgesagt:

{date}
{time}

Wenn Sie eine Frage haben oder einen anderen Termin möchten, rufen Sie uns bitte an.

{practice}`,
      smsText: '{practice}: Ihr Termin am {date} {time} wurde abgesagt. Fragen? Bitte rufen Sie uns an.',
    },
    declined: {
      emailSubject: 'Ihre Anfrage für {date} um {time}',
      emailText: `Guten Tag {firstName},

Sie haben bei {practice} einen Termin zu dieser Zeit angefragt. Er ist leider nicht möglich:

{date}
{time}

Bitte wählen Sie eine andere Zeit, oder rufen Sie uns an.

{practice}`,
      smsText:
        '{practice}: Die Zeit {date} {time}, die Sie angefragt haben, geht nicht. Bitte rufen Sie uns an.',
    },
  },
  recall: {
    online: {
      emailSubject: 'Zeit für Ihren nächsten Besuch',
      emailText: `Guten Tag {firstName},

es ist Zeit für Ihren nächsten Besuch bei {practice}. Einen Termin können Sie online aussuchen:

{link}

Oder rufen Sie uns einfach an.

{practice}`,
      smsText: '{practice}: Es ist Zeit für Ihren nächsten Besuch. {link}',
    },
    call: {
      emailSubject: 'Zeit für Ihren nächsten Besuch',
      emailText: `Guten Tag {firstName},

es ist Zeit für Ihren nächsten Besuch bei {practice}.

Bitte rufen Sie uns an. Dann finden wir zusammen einen Termin.

{practice}`,
      smsText: '{practice}: Zeit für Ihren nächsten Besuch. Bitte rufen Sie an. {link}',
    },
    book: 'Termin aussuchen',
    noMore: 'Keine solchen Nachrichten mehr',
    page: {
      title: 'Ihr nächster Besuch',
      text: 'Es ist Zeit für Ihren nächsten Besuch.',
      callUs: 'Bitte rufen Sie uns an. Dann finden wir zusammen einen Termin.',
      question: (practice) => `Möchten Sie von ${practice} keine E-Mails mehr zu Ihrem nächsten Besuch?`,
      expired: 'Diese Nachricht ist alt. Wenn Sie kommen möchten, rufen Sie bitte die Praxis an.',
      noMore: 'Keine solchen Nachrichten mehr',
      stopped: 'Sie bekommen keine Nachrichten zu Ihrem nächsten Besuch mehr.',
      again: 'Solche Nachrichten wieder schicken',
      resumed: 'Sie bekommen wieder Nachrichten zu Ihrem nächsten Besuch.',
    },
  },
  linkLabel: 'Bestätigen oder um Absage bitten',
  footer: { phone: 'Telefon', noMoreMails: 'Keine E-Mails mehr' },
  code: {
    subject: (practice) => `Ihr Code für ${practice}`,
    text: (practice) => `Das ist Ihr Code, um einen Termin zu buchen: ${practice}. Er gilt zehn Minuten:`,
    wasNotYou: 'Sie haben ihn nicht angefordert? Dann ist nichts zu tun.',
    sms: (practice, code) => `${code} ist Ihr Code für die Terminbuchung: ${practice}. Er gilt zehn Minuten.`,
  },
  busy: 'Belegt',
  eventTitle: (practice) => `Termin: ${practice}`,
  page: {
    title: 'Ihr Termin',
    takes: (minutes) => `dauert etwa ${minutes} Minuten`,
    question: 'Können Sie kommen?',
    confirm: 'Ja, ich komme',
    askToCancel: 'Nein, bitte absagen',
    confirmed: 'Vielen Dank. Wir erwarten Sie.',
    cancelRequested: 'Danke für die Nachricht. Die Praxis kümmert sich um Ihre Bitte um Absage.',
    confirmAfterAll: 'Ich kann doch kommen',
    cancelAfterAll: 'Ich kann doch nicht kommen',
    moment: 'Einen Moment bitte. Lassen Sie diese Seite offen.',
    stillTrying: 'Die Verbindung ist langsam. Wir versuchen es weiter, bitte lassen Sie diese Seite offen.',
    oneOnly: 'Es wurden zwei Tasten gedrückt, daher wurde nichts gesendet. Bitte drücken Sie die richtige.',
    call: 'Anrufen',
    own: {
      until: (date, time) => `Bis ${date}, ${time} können Sie ihn hier verlegen oder absagen.`,
      move: 'Andere Zeit wählen',
      cancel: 'Diesen Termin absagen',
      cancelled: 'Dieser Termin ist abgesagt.',
      reason: 'Vom Patienten online abgesagt',
    },
    calendar: 'In meinen Kalender',
    messages: {
      email: {
        noMore: 'Keine E-Mails mehr',
        stopped: 'Sie bekommen keine E-Mails mehr zu Ihren Terminen.',
        again: 'Doch wieder E-Mails bekommen',
        resumed: 'Sie bekommen wieder E-Mails zu Ihren Terminen.',
      },
      sms: {
        noMore: 'Keine SMS mehr',
        stopped: 'Sie bekommen keine SMS mehr zu Ihren Terminen.',
        again: 'Doch wieder SMS bekommen',
        resumed: 'Sie bekommen wieder SMS zu Ihren Terminen.',
      },
    },
    expired: 'Dieser Link gilt nicht mehr. Wenn Sie eine Frage haben, rufen Sie bitte die Praxis an.',
    changed: 'Dieser Termin ist nicht mehr so, wie er in der Nachricht stand. Bitte rufen Sie die Praxis an.',
    invalid:
      'Dieser Link funktioniert nicht. Bitte öffnen Sie ihn direkt aus der Nachricht, oder rufen Sie die Praxis an.',
    failed:
      'Das hat nicht geklappt. Bitte versuchen Sie es gleich noch einmal, oder rufen Sie die Praxis an.',
  },
  unsubscribe: {
    title: 'Ihre E-Mails',
    question: (practice) => `Möchten Sie keine E-Mails von ${practice} zu Ihren Terminen mehr bekommen?`,
    lost: 'Dieser Link gilt nicht mehr. Wenn Sie keine E-Mails mehr möchten, rufen Sie bitte die Praxis an.',
  },
}
