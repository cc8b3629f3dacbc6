/** The icons of the desk: lines in a box of 24 by 24. Screen readers skip an icon, and read the text beside it. */
const paths = {
  day: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  week: 'M4 6h16v14H4zM4 10h16M9 10v10M15 10v10M8 3v4M16 3v4',
  patients: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  inbox: 'M4 5h16v14H4zM4 13h5l1 3h4l1-3h5',
  waiting: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 3',
  settings: 'M5 7h8M17 7h2M5 12h2M11 12h8M5 17h8M17 17h2M15 5v4M9 10v4M15 15v4',
  print: 'M7 8V3h10v5M6 17H4V8h16v9h-2M7 14h10v7H7z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  plus: 'M12 5v14M5 12h14',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12l5 5 9-10',
  question: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  out: 'M10 4H5v16h5M14 8l4 4-4 4M9 12h9',
  phone: 'M6 4h3l2 5-2 1a10 10 0 0 0 5 5l1-2 5 2v3a2 2 0 0 1-2 2A15 15 0 0 1 4 6a2 2 0 0 1 2-2z',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.1',
  star: 'M12 4l2.4 5 5.6.7-4 3.9 1 5.4-5-2.7-5 2.7 1-5.4-4-3.9 5.6-.7z',
  repeat: 'M5 11V9a3 3 0 0 1 3-3h10M15 3l3 3-3 3M19 13v2a3 3 0 0 1-3 3H6M9 21l-3-3 3-3',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
  more: 'M6 12v.1M12 12v.1M18 12v.1',
  bin: 'M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  note: 'M6 4h12v12l-4 4H6zM14 20v-4h4M9 9h6M9 13h4',
  chair: 'M7 4v9h9M7 13l-2 7M16 13l2 7M7 17h10',
  minus: 'M5 12h14',
  dot: 'M12 12v.1',
  ban: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 6l12 12',
  thumb: 'M3 13l4 4 7-9M12 16l1 1 8-9',
  mute: 'M4 6h16v12H4zM4 7l8 6 8-6M3 21L21 3',
  move: 'M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3',
  door: 'M6 20V4h10v16M4 20h16M13 12v.1',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
