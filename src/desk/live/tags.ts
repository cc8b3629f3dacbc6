/** The tags of the practice, and which tags of a patient are alerts. */
import { computed } from '@preact/signals'
import { api } from '../api/api.ts'
import type { Patient } from '../contract/names.ts'
import { resource } from './resource.ts'

const list = resource({
  read: async () => (await api.GET('/api/v1/tags')).tags,
  kinds: ['tag'],
})

/** The tags by name; empty until they are read. */
export const tags = computed(() => list.value ?? [])

/** Reads the tags, unless they are there already. */
export const needTags = list.need

/** The names of a patient's tags that are alerts. Undefined while the tags are not known. */
export const alertsOf = ({ tagIds }: Pick<Patient, 'tagIds'>): readonly string[] | undefined => {
  if (tagIds.length === 0) return []
  return list.value?.filter(({ id, alert }) => alert && tagIds.includes(id)).map(({ name }) => name)
}

/** Whether the tags could not be read. */
export const tagsAreMissing = (): boolean => list.value === undefined && list.trouble !== undefined
