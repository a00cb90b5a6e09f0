/** Line icons of the site, by the names that staff choose in the console. Unknown names get a plain mark. */
const PATHS: Readonly<Record<string, string>> = {
  apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  badge: 'M5 4h14v16H5zM9 4V2h6v2M12 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4M8.5 17c.8-2 6.2-2 7 0',
  category: 'M12 3l4 7H8zM4 14h6v6H4zM17 14a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  description: 'M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7',
  developer_board: 'M6 6h12v12H6zM10 10h4v4h-4zM9 3v3M15 3v3M9 18v3M15 18v3M3 9h3M3 15h3M18 9h3M18 15h3',
  devices: 'M3 5h12v9H3zM6 18h6M9 14v4M17 8h4v11h-4z',
  explore: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M15.5 8.5l-2 5-5 2 2-5z',
  extension: 'M9 5a2 2 0 1 1 4 0h4v5a2 2 0 1 1 0 4v5h-5a2 2 0 1 0-4 0H4v-5a2 2 0 1 0 0-4V5z',
  inventory: 'M4 7l8-4 8 4v10l-8 4-8-4zM4 7l8 4 8-4M12 11v10',
  label: 'M4 5h10l6 7-6 7H4zM8 12h.01',
  lightbulb: 'M9.5 18h5M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.5 1.1 1.3 1.1 2.2h5c0-.9.4-1.7 1.1-2.2A6 6 0 0 0 12 3',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M20 20l-4-4',
  star: 'M12 3l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1L12 16.8l-5.4 2.9 1.1-6.1L3.2 9.4l6.1-.8z',
  web: 'M3 5h18v14H3zM3 9h18M6 7h.01M9 7h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  arrow: 'M5 12h14M13 6l6 6-6 6',
};
const PLAIN_MARK = 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2';

export const SiteIcon = ({ name }: { readonly name: string }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[name] ?? PLAIN_MARK} />
  </svg>
);
