import type { ProblemCode } from '../domain/problem.ts'

/** The HTTP status of each error code (RULES §7). */
export const statusOf: Readonly<Record<ProblemCode, number>> = {
  validation_failed: 400,
  missing_authorization: 401,
  invalid_authorization: 401,
  forbidden: 403,
  passkey_required: 403,
  not_found: 404,
  conflict: 409,
  cursor_gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
}
