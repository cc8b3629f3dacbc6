import { signal } from '@preact/signals'
import { api } from '../api/api.ts'
import { practiceKey, tabStorage } from '../api/token.ts'
import type { Me } from '../contract/names.ts'
import { speak } from '../words/words.ts'

/** The member who is signed in, with the practice. Set before any screen is drawn. */
export const me = signal<Me>(undefined as unknown as Me)

/** Reads the signed-in member and the practice again. @throws Failure. */
export async function readMe(): Promise<void> {
  const read = await api.GET('/api/v1/me')
  tabStorage()?.setItem(practiceKey, read.practice.id)
  const { timezone } = read.practice
  await speak(read.user.language, 'desk', { packId: read.pack.id, timezone })
  me.value = read
}

/** The time zone of the practice. */
export const zone = (): string => me.value.practice.timezone

export const isOwner = (): boolean => me.value.user.role === 'owner'
