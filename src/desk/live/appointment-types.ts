/** The kinds of appointments that the practice offers. */
import { computed } from '@preact/signals'
import { api } from '../api/api.ts'
import type { AppointmentType } from '../contract/names.ts'
import { resource } from './resource.ts'

const list = resource({
  read: async () => (await api.GET('/api/v1/appointment-types')).appointmentTypes,
  kinds: ['appointmentType'],
})

/** The kinds in their order; empty until they are read. */
export const offeredTypes = computed(() => list.value?.filter(({ active }) => active) ?? [])

/** The kind with this id, if it is offered. */
export const offeredType = (id: string | null): AppointmentType | undefined =>
  offeredTypes.value.find((type) => type.id === id)

/** Waits until the kinds are read, or cannot be read. */
export const typesRead = async (): Promise<void> => {
  if (list.peek() === undefined) await list.again()
}

/** Reads the kinds, unless they are there already. */
export const needTypes = list.need
