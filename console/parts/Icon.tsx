/** Outlines of 24 by 24. */
const PATHS = {
  desk: 'M3 8h18M5 8v11M19 8v11M9 8v5h10M13 10.500h2',
  verifications: 'M3 5h18v14H3zM7 15c.5-2 4.5-2 5 0M14 10h4M14 14h4M8 10a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0',
  payees: 'M3 6h18v12H3zM3 10h18M7 14.500h4',
  deposits: 'M12 3v11M8 10l4 4 4-4M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4',
  withdrawals: 'M4 20h16M5 20v-8M10 20v-8M14 20v-8M19 20v-8M3 9l9-5 9 5v3H3z',
  statements: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h6M9 16h6',
  users: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4 20c1.5-4 5-5 8-5s6.5 1 8 5',
  staff: 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3',
  products: 'M8 4v3M8 15v5M16 4v5M16 17v3M5.500 7h5v8h-5zM13.500 9h5v8h-5z',
  income: 'M5 19V9M12 19V5M19 19v-7',
  content: 'M5 4h11v16H6a2 2 0 0 1-2-2V5a1 1 0 0 1 1-1zM16 9h4v9a2 2 0 0 1-2 2h-2M8 8h4M8 12h4M8 16h4',
  reasons: 'M4 5h16v11H9l-5 4z',
  proposals: 'M5 12.500l4.500 4.500L19 7.500',
  reconciliation: 'M7 4v16M3 8l4-4 4 4M17 20V4M13 16l4 4 4-4',
  books: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6zM8.500 12l2.500 2.500 4.500-5',
  audit: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3.500 2',
  keys: 'M4 15a4 4 0 1 0 8 0a4 4 0 1 0-8 0M11 12l9-9M16 7l3 3',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  look: 'M12 4l9 16H3zM12 10v4M12 17v.010',
  mark: 'M3.5 13.5L8 18.5l4-7 3 3L20.5 5',
} as const
export type IconName = keyof typeof PATHS

/** Says nothing by itself: the words next to it do. */
export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }) => (
  <svg
    className="icon"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
)
