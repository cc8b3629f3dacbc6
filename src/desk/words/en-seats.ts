/** What stands for the phrases with a chair in practices that treat in rooms or on couches, in English. */
import type { Forms } from './seat.ts'

export const room: Forms = {
  chair: 'room',
  Chair: 'Room',
  chairs: 'rooms',
  Chairs: 'Rooms',
  'in chair': 'in the room',
  'in the chair': 'in the room',
  'In the chair': 'In the room',
  'in two chairs': 'in two rooms',
  'in another chair': 'in another room',
  'on other chairs': 'in other rooms',
  'on any chair': 'in any room',
  'On any chair': 'In any room',
}

export const couch: Forms = {
  chair: 'couch',
  Chair: 'Couch',
  chairs: 'couches',
  Chairs: 'Couches',
  'in chair': 'on the couch',
  'in the chair': 'on the couch',
  'In the chair': 'On the couch',
  'in two chairs': 'at two couches',
  'in another chair': 'at another couch',
  'on other chairs': 'on other couches',
  'on any chair': 'on any couch',
  'On any chair': 'On any couch',
}
