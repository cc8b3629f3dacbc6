import type { Language } from './language.ts'

export const en: Language = {
  name: 'English',
  locale: 'en-GB',
  clock: (time) => time,
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
    smsText: '{practice}: reminder of your appointment on {date} at {time}. Confirm or ask to cancel: {link}',
  },
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
      smsText: '{practice}: you have an appointment on {date}, {time}. {link}',
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
      smsText: '{practice}: your appointment is now on {date}, {time}. {link}',
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
  },
  linkLabel: 'Confirm or ask to cancel',
  eventTitle: (practice) => `Appointment at ${practice}`,
  page: {
    title: 'Your appointment',
    question: 'Can you come?',
    confirm: 'Yes, I will come',
    askToCancel: 'No, please cancel',
    confirmed: 'Thank you. We are expecting you.',
    cancelRequested: 'Thank you for telling us. The practice will see to your request to cancel.',
    answeredOtherwise: 'You have answered already. If something has changed, please call the practice.',
    expired: 'This link is no longer valid. If you have a question, please call the practice.',
    changed: 'This appointment is no longer as it was in the message. Please call the practice.',
    invalid: 'This link does not work. Please open it straight from the message, or call the practice.',
    failed: 'That did not work. Please try again in a moment, or call the practice.',
  },
}
