/**
 * Replies of real providers, and what each is about: our account or the patient's address. The addresses are made up.
 */
import { expect, test } from 'bun:test'
import { type Subject, subjectOf } from '../../src/delivery/smtp-replies.ts'

const replies: Readonly<Record<string, readonly (readonly [Subject | undefined, string])[]>> = {
  Gmail: [
    ['us', '421 4.7.0 Temporary System Problem. Try again later. - gsmtp'],
    ['us', '421 4.4.5 Server busy, try again later. - gsmtp'],
    [
      'us',
      '550-5.4.5 Daily user sending limit exceeded. For more information on Gmail\n550-5.4.5 sending limits go to\n550 5.4.5  https://support.google.com/a/answer/166852 - gsmtp',
    ],
    ['us', '550 5.4.5 Daily user sending quota exceeded. - gsmtp'],
    ['us', '535-5.7.8 Username and Password not accepted.\n535 5.7.8  https://support.google.com - gsmtp'],
    ['us', '454 4.7.0 Too many login attempts, please try again later. - gsmtp'],
    ['us', '530 5.7.0 Must issue a STARTTLS command first. - gsmtp'],
    [
      'us',
      '550-5.7.26 This mail has been blocked because the sender is unauthenticated.\n550 5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM. - gsmtp',
    ],
    [
      'us',
      '550-5.7.1 Our system has detected that this message is likely unsolicited mail.\n550 5.7.1 https://support.google.com/mail/?p=UnsolicitedMessageError - gsmtp',
    ],
    ['us', '550 5.7.1 This message violates example.com email policy. - gcdp abc - gsmtp'],
    ['us', '450 4.2.1 Peak SMTP relay limit exceeded for customer. - gsmtp'],
    ['us', '552 5.3.4 Your message exceeded message size limits. - gsmtp'],
    [
      'address',
      "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos or\n550 5.1.1 unnecessary spaces. https://support.google.com/mail/?p=NoSuchUser - gsmtp",
    ],
    [
      'address',
      '550 5.2.1 The email account that you tried to reach is disabled. https://support.google.com/mail/?p=DisabledUser - gsmtp',
    ],
    [
      'address',
      "552 5.2.2 The recipient's inbox is out of storage space. https://support.google.com/mail/?p=OverQuotaPerm - gsmtp",
    ],
    ['address', '452 4.2.2 The email account that you tried to reach is over quota. - gsmtp'],
    ['address', "553 5.1.2 We weren't able to find the recipient domain. - gsmtp"],
    [
      'address',
      '553 5.1.3 The recipient address <zoe@example..org> is not a valid RFC-5321 address. - gsmtp',
    ],
    ['address', '450 4.2.1 The user you are trying to contact is receiving mail too quickly. - gsmtp'],
  ],
  'Microsoft 365': [
    ['us', '550 5.7.60 SMTP; Client does not have permissions to send as this sender [MW2.prod.outlook.com]'],
    ['us', '554 5.2.252 SendAsDenied; praxis@example.org not allowed to send as other@example.org;'],
    ['us', '554 5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied;'],
    ['us', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain'],
    ['us', '550 5.7.705 Access denied, tenant has exceeded threshold.'],
    ['us', '550 5.7.708 Access denied, traffic not accepted from this IP.'],
    ['us', '550 5.1.8 Access denied, bad outbound sender AS(42004)'],
    ['us', '530 5.7.57 SMTP; Client was not authenticated to send anonymous mail during MAIL FROM'],
    ['us', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded'],
    ['us', '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.'],
    [
      'address',
      '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [BN1.protection.outlook.com]',
    ],
    ['address', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient zoe@example.org not found by SMTP'],
    ['address', '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found'],
    ['address', '550 5.4.310 DNS domain example.invalid does not exist'],
    ['address', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
    ['address', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException'],
  ],
  'Amazon SES': [
    [
      'us',
      '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: zoe@example.org',
    ],
    ['us', '454 Throttling failure: Maximum sending rate exceeded.'],
    ['us', '454 Throttling failure: Daily message quota exceeded.'],
    ['us', '535 Authentication Credentials Invalid'],
    ['us', "554 Access denied: User `arn:aws:iam::1:user/x' is not authorized to perform `ses:SendRawEmail'"],
    ['us', '554 Message rejected: Sending suspended for this account.'],
    ['us', '451 Timeout waiting for data from client.'],
    ['address', '501 Invalid RCPT TO address provided'],
  ],
  Postfix: [
    ['us', '554 5.7.1 <zoe@example.org>: Relay access denied'],
    ['us', '553 5.7.1 <praxis@example.org>: Sender address rejected: not logged in'],
    ['us', '553 5.7.1 <praxis@example.org>: Sender address rejected: not owned by user praxis'],
    ['us', '550 5.1.0 <praxis@example.org>: Sender address rejected: User unknown in virtual mailbox table'],
    ['us', '450 4.1.8 <praxis@example.org>: Sender address rejected: Domain not found'],
    ['us', '450 4.7.1 Client host rejected: cannot find your hostname, [192.0.2.1]'],
    ['us', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
    ['us', '451 4.3.0 <zoe@example.org>: Temporary lookup failure'],
    ['us', '452 4.3.1 Insufficient system storage'],
    ['us', '451 4.3.5 Server configuration error'],
    ['us', '530 5.7.0 Must issue a STARTTLS command first'],
    ['us', '554 5.7.1 <DATA>: Data command rejected: only 10 messages per day'],
    [
      'address',
      '550 5.1.1 <zoe@example.org>: Recipient address rejected: User unknown in local recipient table',
    ],
    ['address', '554 5.7.1 <zoe@example.org>: Recipient address rejected: User unknown'],
    ['address', '554 5.7.1 <zoe@example.org>: Recipient address rejected: Access denied'],
    ['address', '450 4.1.2 <zoe@example.org>: Recipient address rejected: Domain not found'],
    [
      'address',
      '450 4.2.0 <zoe@example.org>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/x',
    ],
    [
      'address',
      '556 5.1.10 <zoe@example.org>: Recipient address rejected: Domain example.org does not accept mail (nullMX)',
    ],
    ['address', '552 5.2.2 <zoe@example.org>: Recipient address rejected: Mailbox is full'],
  ],
  Mailgun: [
    ['us', '550 5.7.1 Relaying denied'],
    ['us', '421 Domain sandbox1.mailgun.org is not allowed to send: Please activate your Mailgun account.'],
    ['us', '535 5.7.0 Mailgun is not loving your login or password'],
    [
      'us',
      '554 Sandbox subdomains are for test purposes only. Please add your own domain or add the address to authorized recipients',
    ],
  ],
  Sendgrid: [
    [
      'us',
      '550 The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.',
    ],
    ['us', '451 Authentication failed: Maximum credits exceeded'],
    ['us', "451 You've exceeded your messaging limits"],
    ['us', '550 Unauthenticated senders not allowed'],
  ],
  '1&1 IONOS and GMX': [
    ['us', '550-Requested action not taken: mailbox unavailable\n550 Sender address is not allowed.'],
    ['us', '550-Requested action not taken: mailbox unavailable\n550 Failure sending mail. Try again later'],
    ['us', '554-Transaction failed\n554 Reject due to policy restrictions.'],
    ['us', '421 Rate limit reached. Please try again later'],
    ['us', '450 Reject due to policy violations.'],
    ['us', '451 Requested action aborted: local error in processing'],
    ['us', '535 Authentication credentials invalid'],
    ['address', '550 Requested action not taken: mailbox unavailable'],
    [
      'address',
      '550-Requested action not taken: mailbox unavailable\n550 invalid DNS MX or A/AAAA resource record',
    ],
    ['address', '550 Unknown User'],
  ],
  Strato: [
    ['us', "550 Forbidden domain 'example.org' in Envelope-From (B-EFROM-STRATO)"],
    ['us', '554 Refused by local policy. No SPAM please!'],
    ['us', '535 5.7.8 Authentication failed'],
    ['address', '550 sorry, no mailbox here by that name'],
    ['address', '550 recipient e-mail address unknown'],
    ['address', '550 5.1.1 <zoe@example.org>... User unknown'],
    ['address', '552 mailbox is overquota'],
  ],
  others: [
    ['address', '451 Greylisted, please try again in 300 seconds'],
    ['address', '451 4.7.1 Greylisting in action, please come back later'],
    ['address', '553 5.6.7 SMTPUTF8 required, but not supported'],
    ['us', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
    ['address', '550 sorry, nobody here (#5.1.1)'],
    ['address', '550 #5.1.0 Address rejected.'],
    [undefined, '550 Administrative prohibition'],
    [undefined, '554 rejected'],
    [undefined, '550 5.0.0 rejected'],
    [undefined, '550 No'],
    [undefined, '450 Please come back'],
    // Words inside an e-mail address or a link do not decide.
    [undefined, '550 <spam.quota@policy.example> is not liked, see https://mail.example/blocked'],
    ['address', '550 5.1.1 <sender.policy@example.org>: see https://mail.example/sender'],
  ],
}

for (const [provider, said] of Object.entries(replies))
  test.each(said.map(([subject, reply]) => [subject ?? 'nobody', reply] as const))(
    `§6.3 A mail is refused finally only when the server's reply is about the patient's address. The replies of the usual providers are known. ${provider}, %s, %s`,
    (subject, reply) => expect(subjectOf(reply) ?? 'nobody').toBe(subject),
  )
