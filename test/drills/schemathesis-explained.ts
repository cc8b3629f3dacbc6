/**
 * The reports of Schemathesis that are not faults, with the reasons. The drill fails at a report that matches no
 * explanation. Most explanations are rules that JSON Schema cannot express. The service checks these rules, and the
 * descriptions in the document state them.
 */
import type { Report } from './schemathesis-reports.ts'

interface Explanation {
  readonly why: string
  /**
   * The name of the check. A report matches when every given field matches. A pattern must match a part of the text.
   */
  readonly check: string
  readonly operation?: RegExp
  readonly status?: readonly number[]
  readonly code?: string
  readonly detail?: RegExp
  readonly message?: RegExp
  /** Must match one of the earlier requests about the same record. */
  readonly before?: RegExp
}

/** The report of a request that fits its schema and is refused. */
const refused = { check: 'positive_data_acceptance', status: [400], code: 'validation_failed' }

const explanations: readonly Explanation[] = [
  {
    why: 'A method that a path does not have is 404, as an unknown path is (RULES §1).',
    check: 'unsupported_method',
    status: [404],
  },
  {
    why: 'With another method the path is that of a record: `moves` is read as the id of an appointment.',
    check: 'unsupported_method',
    operation:
      /\/(appointments\/(availability|moves|series)|patients\/(duplicates|phone-check)|passkeys\/options|closures\/holidays|reminders\/\w+|inbox\/\w+)$/,
    status: [200, 400, 412, 415, 422],
  },
  {
    why: 'The list of patients refuses no query. What cannot be right finds nobody (RULES §4.1).',
    check: 'negative_data_rejection',
    operation: /^GET \/api\/v1\/patients$/,
    status: [200],
  },
  {
    why: 'Spaces around a text are cut off before its length is counted (RULES §8).',
    check: 'negative_data_rejection',
    operation: /^(POST|PATCH) \/api\/v1\/patients/,
    status: [200, 201],
    message: /in body - violates `maxLength`/,
  },
  {
    why: 'A body is too large to be read (RULES §8). Schemathesis does not know 413 as a refusal.',
    check: 'negative_data_rejection',
    status: [413],
    code: 'payload_too_large',
  },
  {
    why: 'A patient who was erased since is not there any more.',
    check: 'ensure_resource_availability',
    status: [404],
    code: 'not_found',
    before: /^POST .*\/erase$/,
  },
  {
    why: 'A key that came with another request before is refused (RULES §17). Schemathesis sends the same keys again.',
    check: 'positive_data_acceptance',
    status: [422],
    code: 'idempotency_mismatch',
  },
  {
    why: 'A condition or a version names another version of the record than the present one (RULES §1.2).',
    check: 'positive_data_acceptance',
    status: [412],
    code: 'precondition_failed',
  },
  {
    why: 'A cursor of changes that are not kept is gone (RULES §28.4).',
    check: 'positive_data_acceptance',
    operation: /^GET \/api\/v1\/changes$/,
    status: [410],
    code: 'cursor_gone',
  },
  {
    why: 'A body refers to a record that the practice does not have, or not any more.',
    ...refused,
    detail:
      /: must (be an active chair$|name chairs of|be an? (active )?[\w ]+ (of the (practice|series|patient)|that stands))/,
  },
  {
    why: 'An end must come after its start, and not too long after it.',
    ...refused,
    detail:
      /: must (not be (before|more than \d+ days)|be (after|later than|\d+ to \d+ days after|at (most|least) [\w ]+ (after|before)|two times of a day, the earlier)|end after|(have|give) at most \d+ (hours|occurrences))/,
  },
  {
    why: 'Some fields go together, and some exclude each other.',
    ...refused,
    detail:
      /: (must be left out|is required, unless|must be given together|is only for|must have (a state|both)|must be null:)/,
  },
  {
    why: 'A record or a lead is named twice in one body.',
    ...refused,
    detail:
      /: (must not come twice|must name a chair only once)$|^moreLeadMinutes\.\d+: is in the list already$/,
  },
  {
    why: 'A moment has the right form, and yet its month has no such day, or its year is 0.',
    ...refused,
    operation: /^GET \/api\/v1\/(openings\/why|waiting-list)$/,
    detail: /^(startAt|endAt|fits): must be (a date and time|two instants)/,
  },
  {
    why: 'The document says that lengths count UTF-16 code units. Schemathesis counts characters.',
    ...refused,
    detail: /: must be at most \d+ characters long$/,
  },
  {
    why: 'A cursor has the right letters, and yet no answer of the service held it.',
    ...refused,
    detail: /: must be (the )?`next(Cursor)?` of/,
  },
  {
    why: 'A time zone has the right form, and yet there is none of this name.',
    ...refused,
    operation: /^PATCH \/api\/v1\/practice$/,
    detail: /^timezone: must be an IANA time zone/,
  },
  {
    why: 'A code has the right form, and yet there is no such country or region.',
    ...refused,
    operation: /^(GET \/api\/v1\/closures\/holidays|\w+ \/api\/v1\/practice\/reminders(\/preview)?)$/,
    detail:
      /^(country: must be one of|region: must be one of|allowedCountries\.\d+: (must be the code|is in the list))/,
  },
  {
    why: 'No example can know the answer of an authenticator.',
    ...refused,
    detail: /^response: was not accepted/,
  },
  {
    why: 'A number must be one that a telephone network has.',
    ...refused,
    operation: /\/reminders\/test$/,
    detail: /^to: must be a (valid mobile )?number/,
  },
  {
    why: 'The statuses of a pack and its default status must agree.',
    ...refused,
    operation: /^PATCH \/api\/v1\/practice$/,
    detail: /^pack\.(defaultStatus: must be the id of one|statuses)/,
  },
  {
    why: 'The words of a message must hold what the message is for.',
    ...refused,
    operation: /\/practice\/reminders(\/preview)?$/,
    detail: /: (must( not)?|may) hold/,
  },
]

/** Why a report is not a fault. Undefined when there is no explanation. */
export const explanationOf = (report: Report): string | undefined =>
  explanations.find((one) => explains(one, report))?.why

const explains = (one: Explanation, report: Report): boolean =>
  one.check === report.check &&
  (one.operation?.test(report.operation) ?? true) &&
  (one.status?.includes(report.status) ?? true) &&
  (one.code === undefined || one.code === report.code) &&
  (one.detail?.test(report.detail ?? '') ?? true) &&
  (one.message?.test(report.message) ?? true) &&
  (one.before === undefined || report.before.some((sent) => one.before!.test(sent)))
