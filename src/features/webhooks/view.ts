import type { Static } from '@sinclair/typebox'
import type { Posted } from '../../delivery/public-post.ts'
import { formatCursor } from '../../domain/record-change.ts'
import { formatInstant } from '../../domain/time.ts'
import type { DeliveryRow } from '../../store/webhooks/webhooks.ts'
import type { browseDeliveries, PlacedWebhook } from './actions.ts'
import type { deliveryPage, tested, webhook } from './schema.ts'

export const viewWebhook = ({ webhook: row, place }: PlacedWebhook): Static<typeof webhook> => ({
  id: row.id,
  practiceId: row.practiceId,
  url: row.url,
  kinds: row.kinds && [...row.kinds],
  active: row.active,
  cursor: formatCursor(place),
  tries: place.tries,
  failingSince: place.failingSince === null ? null : formatInstant(place.failingSince),
  nextTryAt: formatInstant(place.nextTryAt),
  stopped: place.stopped,
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
  version: row.version,
})

export const viewTested = ({ status, error }: Posted): Static<typeof tested> => ({ status, error })

export const viewDeliveries = ({
  page,
  next,
}: ReturnType<typeof browseDeliveries>): Static<typeof deliveryPage> => ({
  deliveries: page.map(viewDelivery),
  nextCursor: next,
})

const viewDelivery = ({ epoch, firstSeq, lastSeq, tries, status, error, firstAt, lastAt }: DeliveryRow) => ({
  first: formatCursor({ epoch, seq: firstSeq }),
  last: formatCursor({ epoch, seq: lastSeq }),
  requests: tries,
  status,
  error,
  firstAt: formatInstant(firstAt),
  lastAt: formatInstant(lastAt),
})
