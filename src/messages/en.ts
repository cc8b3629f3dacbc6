import type { Language } from './language.ts'

export const en: Language = {
  name: 'English',
  locale: 'en-GB',
  clock: (time) => time,
  shortMonth: 'short',
  templates: {
    emailSubject: 'Your appointment on {date} at {time}',
    emailText: `Hello {firstName},

this is a reminder of your appointment at {practice}:

{date}
{time}

Please let us know whether you can come:

{link}

We look forward to seeing you.
{practice}`,
    smsText: '{practice}: visit {date}, {time}. Can you come? {link}',
  },
  madeUpInstructions: 'Please bring your insurance card.',
  titles: { female: 'Ms', male: 'Mr' },
  news: {
    booked: {
      emailSubject: 'Your appointment on {date} at {time}',
      emailText: `Hello {firstName},

you have an appointment at {practice}:

{date}
{time}

Please let us know whether you can come:

{link}

We look forward to seeing you.
{practice}`,
      smsText: '{practice}: your visit is on {date}, {time}. {link}',
    },
    moved: {
      emailSubject: 'New time: your appointment is on {date} at {time}',
      emailText: `Hello {firstName},

your appointment at {practice} has a new time:

{date}
{time}

Please let us know whether you can come:

{link}

We look forward to seeing you.
{practice}`,
      smsText: '{practice}: your visit is now {date}, {time}. {link}',
    },
    cancelled: {
      emailSubject: 'Cancelled: your appointment on {date} at {time}',
      emailText: `Hello {firstName},

your appointment at {practice} has been cancelled:

{date}
{time}

If you have a question or would like another appointment, please call us.

{practice}`,
      smsText:
        '{practice}: your appointment on {date}, {time} has been cancelled. Questions? Please call us.',
    },
    declined: {
      emailSubject: 'Your request for {date} at {time}',
      emailText: `Hello {firstName},

you asked {practice} for an appointment at this time, and it is not possible:

{date}
{time}

Please choose another time, or call us.

{practice}`,
      smsText: '{practice}: the visit you asked for on {date}, {time} is not possible. Please call us.',
    },
  },
  recall: {
    online: {
      emailSubject: 'Time for your next visit',
      emailText: `Hello {firstName},

it is time for your next visit to {practice}. You can choose a time online:

{link}

Or just call us.

{practice}`,
      smsText: '{practice}: it is time for your next visit. {link}',
    },
    call: {
      emailSubject: 'Time for your next visit',
      emailText: `Hello {firstName},

it is time for your next visit to {practice}.

Please call us, and we will find a time together.

{practice}`,
      smsText: '{practice}: it is time for your next visit. Please call us. {link}',
    },
    book: 'Choose a time',
    noMore: 'No more messages of this kind',
    page: {
      title: 'Your next visit',
      text: 'It is time for your next visit.',
      callUs: 'Please call us, and we will find a time together.',
      question: (practice) => `Do you want no more e-mails from ${practice} about your next visit?`,
      expired: 'This message is old. If you would like to come, please call the practice.',
      noMore: 'No more messages of this kind',
      stopped: 'You get no more messages about your next visit.',
      again: 'Send me such messages again',
      resumed: 'You get messages about your next visit again.',
    },
  },
  linkLabel: 'Confirm or ask to cancel',
  footer: { phone: 'Phone', noMoreMails: 'No more e-mails' },
  code: {
    subject: (practice) => `Your code for ${practice}`,
    text: (practice) => `This is your code to book an appointment at ${practice}. It counts for ten minutes:`,
    wasNotYou: 'Did you not ask for it? Then nothing is to be done.',
    sms: (practice, code) => `${code} is your code to book at ${practice}. It counts for ten minutes.`,
  },
  busy: 'Busy',
  eventTitle: (practice) => `Appointment at ${practice}`,
  page: {
    title: 'Your appointment',
    takes: (minutes) => `takes about ${minutes} minutes`,
    question: 'Can you come?',
    confirm: 'Yes, I will come',
    askToCancel: 'No, please cancel',
    confirmed: 'Thank you. We are expecting you.',
    cancelRequested: 'Thank you for telling us. The practice will see to your request to cancel.',
    confirmAfterAll: 'I can come after all',
    cancelAfterAll: 'I cannot come after all',
    moment: 'One moment, please. Keep this page open.',
    stillTrying: 'The connection is slow. We keep trying, so please keep this page open.',
    oneOnly: 'Two buttons were pressed, so nothing was sent. Please press the one that you mean.',
    call: 'Call',
    own: {
      until: (date, time) => `You can move or cancel it here until ${date}, ${time}.`,
      move: 'Choose another time',
      cancel: 'Cancel this appointment',
      cancelled: 'This appointment is cancelled.',
      reason: 'Cancelled by the patient online',
    },
    calendar: 'Add to my calendar',
    messages: {
      email: {
        noMore: 'No more e-mails',
        stopped: 'You get no more e-mails about your appointments.',
        again: 'Send me e-mails again',
        resumed: 'You get e-mails about your appointments again.',
      },
      sms: {
        noMore: 'No more text messages',
        stopped: 'You get no more text messages about your appointments.',
        again: 'Send me text messages again',
        resumed: 'You get text messages about your appointments again.',
      },
    },
    expired: 'This link is no longer valid. If you have a question, please call the practice.',
    changed: 'This appointment is no longer as it was in the message. Please call the practice.',
    invalid: 'This link does not work. Please open it straight from the message, or call the practice.',
    failed: 'That did not work. Please try again in a moment, or call the practice.',
  },
  unsubscribe: {
    title: 'Your e-mails',
    question: (practice) => `Do you want no more e-mails from ${practice} about your appointments?`,
    lost: 'This link does not work any more. To get no more e-mails, please call the practice.',
  },
}
