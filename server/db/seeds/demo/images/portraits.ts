/** Marks of companies and apps, and portraits of people. */
import { darken, lighten, mix, pick, px, type Canvas, type DrawMotif } from './canvas';
import { drawIcon } from './icons';
import { circle, ellipse, glow, group, polygon, rect, type Box } from './shapes';

/** Geometric signs around the origin, about 100 wide. */
const SIGNS: readonly ((first: string, second: string) => string)[] = [
  (a, b) =>
    polygon(
      [
        [-44, 38],
        [-6, -42],
        [14, -2],
        [-6, 38],
      ],
      a,
    ) +
    polygon(
      [
        [18, 6],
        [46, 38],
        [2, 38],
      ],
      b,
    ),
  (a, b) => circle(-16, 0, 32, a) + circle(18, 0, 32, b, 'opacity="0.82"'),
  (a, b) =>
    `<path d="M-40 0A40 40 0 0 1 40 0H18A18 18 0 0 0 -18 0Z" fill="${a}"/><path d="M40 8A40 40 0 0 1 -40 8H-18A18 18 0 0 0 18 8Z" fill="${b}"/>`,
  (a, b) =>
    [-30, -8, 14].map((y, index) => rect({ x: -40 + index * 10, y, w: 60, h: 15 }, 7.5, index === 1 ? b : a)).join(''),
  (a, b) =>
    polygon(
      [
        [0, -44],
        [38, -22],
        [0, 0],
        [-38, -22],
      ],
      a,
    ) +
    polygon(
      [
        [-38, -12],
        [-5, 8],
        [-5, 46],
        [-38, 26],
      ],
      b,
    ) +
    polygon(
      [
        [38, -12],
        [5, 8],
        [5, 46],
        [38, 26],
      ],
      b,
      'opacity="0.72"',
    ),
  (a, b) => `<path d="M-42 18C-20 -44 4 46 42 -22V10C10 64 -12 -8 -42 44Z" fill="${a}"/>` + circle(28, -34, 10, b),
];

/** A mark: a tile with a sign in the palette's colors. */
export const drawMark: DrawMotif = (canvas) => {
  const { width: w, height: h, palette, seed } = canvas;
  const frame: Box = { x: 0, y: 0, w, h };
  const isLight = seed % 3 === 2;
  const face = isLight
    ? canvas.linear(
        [
          [0, '#ffffff'],
          [1, palette.pale],
        ],
        55,
      )
    : canvas.linear(
        [
          [0, lighten(palette.main, 0.22)],
          [0.55, palette.main],
          [1, palette.deep],
        ],
        55,
      );
  const sheen = glow(canvas, [w * 0.2, h * 0.05], w * 0.75, '#ffffff', isLight ? 0.5 : 0.3);
  const ink = isLight
    ? canvas.linear(
        [
          [0, palette.main],
          [1, palette.deep],
        ],
        60,
      )
    : '#ffffff';
  const sign =
    seed % 2 === 0
      ? group(drawIcon(seed / 2, isLight ? palette.main : '#ffffff'), 'scale(2)')
      : pick(SIGNS, (seed - 1) / 2, () => '')(ink, isLight ? palette.accent : mix(palette.accent, '#ffffff', 0.25));
  return (
    rect(frame, 0, face) + sheen + group(sign, `translate(${px(w / 2)} ${px(h / 2)}) scale(${(w / 166).toFixed(3)})`)
  );
};

const SKINS = ['#f3cba9', '#e2ad85', '#c68a5f', '#8d5a3c', '#f6d6bb', '#b97a52'] as const;
const HAIRS = ['#2b2320', '#5a3a24', '#1d2233', '#8a5a2f', '#3b2f2b', '#b9b3ad'] as const;

/** Hair in front of and behind a head of 46 × 56 around the origin. */
const STYLES: readonly ((color: string) => readonly [behind: string, front: string])[] = [
  (c) => [
    '',
    `<path d="M-48 -2C-56 -60 -22 -78 6 -72C44 -70 56 -38 48 0C46 -22 36 -34 18 -38C-6 -30 -34 -36 -40 -22C-44 -14 -46 -8 -48 -2Z" fill="${c}"/>`,
  ],
  (c) => [
    `<path d="M-56 64C-66 -10 -60 -76 0 -76C60 -76 66 -10 56 64C34 76 -34 76 -56 64Z" fill="${c}"/>`,
    `<path d="M-50 6C-54 -50 -34 -70 0 -70C34 -70 54 -50 50 6C44 -24 22 -40 -10 -40C-30 -36 -44 -22 -50 6Z" fill="${c}"/>`,
  ],
  (c) => [
    circle(0, -74, 21, c),
    `<path d="M-48 0C-52 -48 -30 -66 0 -66C30 -66 52 -48 48 0C44 -30 28 -42 0 -42C-28 -42 -44 -30 -48 0Z" fill="${c}"/>`,
  ],
  (c) => [
    '',
    `<path d="M-48 -6C-54 -52 -30 -70 0 -70C34 -70 54 -50 48 -6C46 -22 42 -30 36 -36C10 -46 -16 -44 -36 -36C-42 -30 -46 -22 -48 -6Z" fill="${c}"/>`,
  ],
  (c) => [
    `<path d="M-54 24C-64 -40 -50 -76 0 -76C50 -76 64 -40 54 24C50 34 40 36 34 30H-34C-40 36 -50 34 -54 24Z" fill="${c}"/>`,
    `<path d="M-50 -2C-54 -46 -34 -70 0 -70C34 -70 54 -46 50 -2C32 -12 10 -26 2 -44C-10 -22 -32 -10 -50 -2Z" fill="${c}"/>`,
  ],
];

const features = (canvas: Canvas, skin: string): string => {
  const dark = darken(skin, 0.72);
  const eye = (x: number) =>
    ellipse(x, 0, 3.6, 4.6, dark) +
    `<path d="M${x - 8} -13Q${x} -18 ${x + 8} -13" fill="none" stroke="${dark}" stroke-width="2.6" stroke-linecap="round" opacity="0.75"/>`;
  const glasses =
    canvas.seed % 3 === 1
      ? `<g fill="none" stroke="#28314a" stroke-width="2.6">${circle(-18, 1, 12.5, 'none')}${circle(18, 1, 12.5, 'none')}<path d="M-6 -1Q0 -4 6 -1"/></g>`
      : '';
  return (
    eye(-18) +
    eye(18) +
    `<path d="M-2 6Q-5 16 3 17" fill="none" stroke="${darken(skin, 0.28)}" stroke-width="2.4" stroke-linecap="round"/><path d="M-13 27Q0 38 13 27" fill="none" stroke="${darken(skin, 0.55)}" stroke-width="3" stroke-linecap="round"/>` +
    ellipse(-29, 18, 7, 4.4, '#f0566a', 'opacity="0.14"') +
    ellipse(29, 18, 7, 4.4, '#f0566a', 'opacity="0.14"') +
    glasses
  );
};

/** A portrait. */
export const drawFace: DrawMotif = (canvas) => {
  const { width: w, height: h, palette, seed } = canvas;
  const [skin, hair] = [pick(SKINS, seed, SKINS[0]), pick(HAIRS, seed * 5 + 1, HAIRS[0])];
  const [behind, front] = pick(STYLES, seed, () => ['', ''] as const)(hair);
  const back = canvas.linear(
    [
      [0, palette.pale],
      [1, palette.soft],
    ],
    60,
  );
  const coat = canvas.linear([
    [0, lighten(palette.main, 0.12)],
    [1, palette.deep],
  ]);
  const body =
    `<path d="M-104 176C-104 104 -62 86 -26 80L0 96L26 80C62 86 104 104 104 176Z" fill="${coat}"/>` +
    polygon(
      [
        [-27, 80],
        [0, 122],
        [27, 80],
        [16, 70],
        [-16, 70],
      ],
      '#ffffff',
    );
  const neck = `<path d="M-19 30V78Q0 100 19 78V30Z" fill="${darken(skin, 0.14)}"/>`;
  const ears = circle(-47, 4, 9, darken(skin, 0.06)) + circle(47, 4, 9, darken(skin, 0.06));
  const head = `<path d="M-47 -18C-47 -76 47 -76 47 -18C48 28 28 58 0 58C-28 58 -48 28 -47 -18Z" fill="${canvas.linear([
    [0, lighten(skin, 0.12)],
    [1, skin],
  ])}"/>`;
  const figure = behind + body + neck + ears + head + features(canvas, skin) + front;
  return (
    rect({ x: 0, y: 0, w, h }, 0, back) +
    glow(canvas, [w * 0.75, h * 0.2], w * 0.5, '#ffffff', 0.8) +
    group(figure, `translate(${px(w / 2)} ${px(h * 0.47)}) scale(${(w / 250).toFixed(3)})`)
  );
};
