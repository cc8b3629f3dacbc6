/** The filter of the audit trail. */
import { signal } from '@preact/signals'
import { zone } from '../../../base/me.ts'
import { dayBegins } from '../../../base/time/wall-time.ts'
import type { AuditEvent } from '../../../words/trail/words.ts'

export interface Filter {
  readonly patientId?: string
  readonly memberId?: string
  readonly kind?: AuditEvent['kind']
  /** The first instant, and the instant after the last, in ISO 8601. */
  readonly from?: string
  readonly to?: string
}

/** The names of the patients in the filter of the trail. The address has only ids, so that it shows no names. */
export const trailPatients = signal<ReadonlyMap<string, string>>(new Map())

/** Stores the name of a patient, before the page opens with a filter for the patient. */
export function nameTrailPatient(id: string, name: string): void {
  trailPatients.value = new Map(trailPatients.value).set(id, name)
}

/** The filter from a form. Days are in the time zone of the practice. */
export function filterOf(form: HTMLFormElement, patientId: string | undefined): Filter {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  const [memberId, kind, from, to] = [text('memberId'), text('kind'), text('from'), text('to')]
  return {
    ...(patientId !== undefined && { patientId }),
    ...(memberId && { memberId }),
    ...(kind && { kind: kind as AuditEvent['kind'] }),
    ...(from && { from: dayBegins(from, zone()) }),
    ...(to && { to: dayBegins(to, zone(), 1) }),
  }
}
