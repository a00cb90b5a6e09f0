/**
 * The most common passwords, generated from patterns: frequent words with frequent endings, runs on
 * the keyboard, repeated and counted characters: thousands of entries from a few lines.
 */
const WORDS =
  `password passwort passwd pass admin administrator root user guest test tester demo login welcome hello letmein master
secret dragon monkey shadow sunshine princess football baseball basketball soccer hockey superman batman spiderman starwars pokemon
iloveyou loveyou lovely love baby angel flower butterfly rainbow summer winter spring autumn monday friday sunday january february
march april june july august october november december michael jessica jennifer daniel thomas robert andrew joshua matthew ashley
nicole charlie george jordan hunter killer ranger buster tigger ginger pepper cookie chocolate cheese banana orange apple cherry
computer internet google facebook twitter microsoft windows samsung android iphone apple123 pussycat mustang ferrari porsche mercedes
corvette yamaha honda toyota purple yellow silver golden diamond freedom whatever nothing something changeme default system server
oracle mysql database backup office company manager support service public private access control security trustno1 qwe asd zxc qwerty azerty
qwertz asdfgh asdf zxcvbn zxcvb qazwsx qweasd qweasdzxc woaini woaini1314 wodemima mima zhang wang li liu chen yang huang zhao zhou
xiaoming beijing shanghai china zhongguo taobao alibaba tencent aini1314 love1314 money lucky happy family friend forever dallas
london paris newyork america chelsea arsenal liverpool barcelona madrid juventus eagles yankees lakers steelers cowboys matrix
phoenix merlin gandalf wizard magic ninja samurai warrior knight cowboy pirate captain soldier marine player gamer winner champion
blessed jesus christ heaven angels faith grace hope peace spirit nature ocean river mountain forest thunder lightning storm fire
ice snow rain cloud star moon sun sky earth world planet galaxy universe atrium console member office123 buildadmin backoffice`
    .split(/\s+/)
    .filter((word) => word !== '');

const SUFFIXES =
  `1 2 3 7 9 0 01 07 10 11 12 13 21 22 23 69 77 88 99 00 101 111 123 321 222 333 520 555 666 777 888 999 000 007 1234 4321
12345 123456 1314 2000 2010 2015 2018 2019 2020 2021 2022 2023 2024 2025 2026 ! !! !1 1! 123! @123 @1234 @2024 @2025 #1 #123 _123
.123 abc qwe aaa xyz`
    .split(/\s+/)
    .concat('');

const KEYBOARD_WALKS = [
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', '0987654321', 'qazwsxedcrfvtgb', '1qaz2wsx3edc4rfv'],
  ...['q1w2e3r4t5y6', '1q2w3e4r5t6y', 'abcdefghijklmnop', 'zyxwvutsrqponm', 'poiuytrewq', 'lkjhgfdsa', 'mnbvcxz'],
  ...[
    '147258369',
    '159357',
    '789456123',
    '741852963',
    '963852741',
    'a1b2c3d4e5f6',
    '1a2b3c4d5e',
    'zaq12wsx',
    'xsw21qaz',
  ],
  ...['5201314', '1314520', '!@#$%^*()', 'p@ssw0rd', 'pa55word', 'passw0rd', '11223344', '112233445566', '123123123'],
  ...[
    'abc123',
    'abcd1234',
    'abc12345',
    'a123456789',
    'aa123456789',
    'q123456789',
    '123qwe',
    '123abc',
    '1234qwer',
    'qwer1234',
  ],
];

const MIN_LENGTH = 6;
const common: ReadonlySet<string> = new Set([
  ...wordsWithSuffix(),
  ...keyboardWalks(),
  ...repeatedPatterns(),
  ...yearPatterns(),
]);

/** The number of passwords in the list. */
export const COMMON_PASSWORD_COUNT = common.size;

function wordsWithSuffix(): string[] {
  return WORDS.flatMap((word) => SUFFIXES.map((suffix) => word + suffix)).filter(({ length }) => length >= MIN_LENGTH);
}
/** Every part of a keyboard run, also reversed or doubled. */
function keyboardWalks(): string[] {
  const parts = KEYBOARD_WALKS.flatMap((walk) =>
    Array.from({ length: walk.length }, (_, from) => from).flatMap((from) =>
      [3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((length) => walk.slice(from, from + length)),
    ),
  );
  const reversed = parts.map((part) => Array.from(part).reverse().join(''));
  return [...KEYBOARD_WALKS, ...parts, ...reversed]
    .flatMap((part) => [part, part + part, `${part}1`, `${part}!`, `a${part}`, `${part}a`])
    .filter(({ length }) => length >= MIN_LENGTH);
}
function repeatedPatterns(): string[] {
  const signs = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');
  const pairs = signs.flatMap((first) => ['1', '2', '3', 'a', 'b', 'z', '0'].map((other) => first + other));
  return [...signs, ...pairs, 'abc', '123', '321', 'qwe', 'asd', '520', '1314'].flatMap((unit) =>
    [6, 7, 8, 9, 10, 12].map((length) => unit.repeat(length).slice(0, length)),
  );
}
/** Doubled years and a few common dates; all dates would be too many. */
function yearPatterns(): string[] {
  const years = Array.from({ length: 77 }, (_, index) => String(1950 + index));
  return years.flatMap((year) => [year + year, `${year}0101`, `0101${year}`, `${year}1234`, `abc${year}`]);
}

const LEET_LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
};
const withoutLeet = (text: string): string => text.replace(/[@4013$57]/g, (sign) => LEET_LETTERS[sign] ?? sign);

/** Characters that people append to a common password. */
const TRAILING_CHARACTERS = '0123456789!@#$._*';
/** Whether a password is in the list, regardless of case and of letters replaced by similar characters. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  let end = plain.length;
  while (end > 0 && TRAILING_CHARACTERS.includes(plain.charAt(end - 1))) end -= 1;
  const [stem, tail] = [plain.slice(0, end), plain.slice(end)];
  return common.has(plain) || common.has(withoutLeet(plain)) || common.has(withoutLeet(stem) + tail);
}
