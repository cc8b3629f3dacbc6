import type { VNode } from 'preact'

/** The cards that wait for another day. */
export const Pinboard = (): VNode | null => null
