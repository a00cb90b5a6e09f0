/** Names of time zones that a setting may have: those of the IANA database, in their own spelling. */
import { expect, it } from '@jest/globals';
import { isTimeZoneName } from './timeZoneName';

it.each([
  ...['UTC', 'Etc/UTC', 'Etc/GMT', 'Etc/GMT0', 'Etc/GMT+12', 'Etc/GMT-14', 'Etc/Greenwich', 'Etc/Zulu'],
  ...['Asia/Shanghai', 'Asia/Kolkata', 'Asia/Calcutta', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv', 'Europe/Kiev'],
  ...['America/Argentina/Buenos_Aires', 'America/Port-au-Prince', 'America/Port_of_Spain', 'Africa/Dar_es_Salaam'],
  ...['Antarctica/DumontDUrville', 'Antarctica/McMurdo', 'Australia/ACT', 'America/Knox_IN', 'US/Pacific'],
  ...['US/East-Indiana', 'Canada/Newfoundland', 'Chile/EasterIsland', 'Mexico/BajaNorte', 'Brazil/DeNoronha'],
])('isTimeZoneName: returns true for %s', (name) => {
  expect(isTimeZoneName(name)).toBe(true);
});

it.each([
  ...['', 'CST', 'PST', 'BST', 'EST', 'GMT', 'PRC', 'Cuba', '+08:00', 'GMT+8', 'Mars/Olympus', 'SystemV/PST8PDT'],
  ...[
    'asia/shanghai',
    'Asia/shanghai',
    'ASIA/SHANGHAI',
    'asia/kolkata',
    'Asia/kolkata',
    'Asia/KOLKATA',
    'ASIA/Kolkata',
  ],
  ...[
    'utc',
    'etc/utc',
    'Etc/Utc',
    'Etc/gmt+1',
    'Etc/Gmt+1',
    'us/pacific',
    'US/PACIFIC',
    'America/port_of_spain',
    '/Asia',
    'Asia/',
  ],
])('isZoneName: false for %j', (name) => {
  expect(isTimeZoneName(name)).toBe(false);
});

it('isTimeZoneName: returns true for each zone that Intl lists', () => {
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZoneName(name))).toEqual([]);
});
