/** Abstract covers: ribbons, a globe of points, orbits, glass sheets, a wave of points, discs, a field of blocks, beams. */
import { darken, lighten, mix, px, times, type Canvas, type DrawMotif } from './canvas';
import { circle, curveThrough, ellipse, glow, group, line, polygon, rect, type Point } from './shapes';

const fade = (color: string, canvas: Canvas): string =>
  canvas.linear(
    [
      [0, color, 0],
      [0.3, color, 0.9],
      [0.7, lighten(color, 0.4), 0.9],
      [1, color, 0],
    ],
    0,
  );

/** Dots of one size and color as a single path: zero-length strokes with round ends. */
const dots = (points: readonly Point[], r: number, color: string, opacity: number): string =>
  `<path d="${points.map(([x, y]) => `M${px(x)} ${px(y)}h0`).join('')}" stroke="${color}" stroke-width="${px(2 * r)}" stroke-linecap="round" opacity="${opacity.toFixed(2)}"/>`;

/** Many thin lines between two waves. */
const drawRibbons: DrawMotif = (canvas) => {
  const { width: w, height: h, random, palette } = canvas;
  const wave = (base: number, lift: number): readonly Point[] =>
    Array.from({ length: 7 }, (_, index) => [(w * (index - 0.5)) / 5, h * (base + (random() - 0.5) * lift)] as const);
  const ribbon = (from: readonly Point[], to: readonly Point[], color: string, count: number) =>
    times(count, (index) => {
      const share = index / (count - 1);
      const points = from.map(([x, y], index): Point => [x, y + ((to[index]?.[1] ?? y) - y) * share]);
      return `<path d="${curveThrough(points)}" fill="none" stroke="${fade(color, canvas)}" stroke-width="${px(h / 480)}" opacity="${(0.25 + 0.6 * share).toFixed(2)}"/>`;
    });
  return (
    ribbon(wave(0.35, 0.5), wave(0.62, 0.9), palette.accent, 26) +
    ribbon(wave(0.5, 0.8), wave(0.8, 0.5), lighten(palette.main, 0.35), 26) +
    ribbon(wave(0.6, 0.5), wave(0.45, 0.9), palette.warm, 14)
  );
};

/** Points spread evenly over a sphere of radius 1. */
const spherePoints = (count: number, turn: number) =>
  Array.from({ length: count }, (_, index) => {
    const y = 1 - (2 * (index + 0.5)) / count;
    const [ring, angle] = [Math.sqrt(1 - y * y), index * 2.399963 + turn];
    return { x: Math.cos(angle) * ring, y, z: Math.sin(angle) * ring };
  });

/** A globe of points with arcs between some of them. */
const drawGlobe: DrawMotif = (canvas) => {
  const { width: w, height: h, random, palette } = canvas;
  const [cx, cy, r] = [w * (w < h ? 0.5 : 0.6), h * (w < h ? 0.42 : 0.52), Math.min(h, w * 0.95) * 0.41];
  const turn = random() * 6;
  const points = spherePoints(1_500, turn).filter(({ z }) => z > 0);
  const isLand = ({ x, y, z }: (typeof points)[number]) =>
    Math.sin(3.1 * x + 1 + turn) + Math.sin(4.3 * y + 2 * z) + Math.cos(3.7 * z - x) > 0.1;
  const layer = (land: boolean, from: number, to: number) =>
    dots(
      points
        .filter((point) => isLand(point) === land && point.z >= from && point.z < to)
        .map(({ x, y }) => [cx + x * r, cy + y * r]),
      r * (land ? 0.0127 : 0.0063) * (0.6 + 0.5 * to),
      land ? lighten(palette.accent, 0.35) : palette.soft,
      (land ? 0.45 : 0.25) + 0.5 * from,
    );
  const bands = [0, 0.25, 0.5, 0.75]
    .map((from) => layer(false, from, from + 0.25) + layer(true, from, from + 0.25))
    .join('');
  const places = points.filter((point) => isLand(point) && point.z > 0.5);
  const placeAt = (): Point => {
    const place = places[Math.floor(random() * places.length)] ?? { x: 0, y: 0 };
    return [cx + place.x * r, cy + place.y * r];
  };
  const arc = () => {
    const [from, to] = [placeAt(), placeAt()];
    const middle = [(from[0] + to[0]) / 2 - cx, (from[1] + to[1]) / 2 - cy];
    const top = [cx + (middle[0] ?? 0) * 1.7, cy + (middle[1] ?? 0) * 1.7 - r * 0.18];
    const path = `<path d="M${from.map(px).join(' ')}Q${[...top, ...to].map(px).join(' ')}" fill="none" stroke="${palette.warm}" stroke-width="${px(h / 270)}" opacity="0.9"/>`;
    return (
      path +
      [from, to]
        .map((at) => glow(canvas, at, h * 0.04, palette.warm, 0.9) + circle(...at, h * 0.008, '#ffffff'))
        .join('')
    );
  };
  const body = canvas.linear(
    [
      [0, lighten(palette.main, 0.15)],
      [0.6, palette.deep],
      [1, palette.night],
    ],
    55,
  );
  const rim = canvas.radial([
    [0, palette.accent, 0],
    [0.88, palette.accent, 0],
    [1, palette.accent, 0.55],
  ]);
  return (
    glow(canvas, [cx, cy], r * 1.45, palette.main, 0.85) +
    circle(cx, cy, r, body) +
    circle(cx, cy, r, rim) +
    bands +
    times(7, arc)
  );
};

/** Rings around a light, with planets on them. */
const drawOrbits: DrawMotif = (canvas) => {
  const { width: w, height: h, random, palette } = canvas;
  const [cx, cy] = [w * 0.56, h * 0.52];
  const colors = [palette.accent, palette.warm, lighten(palette.main, 0.3), palette.soft];
  const ring = (index: number): string => {
    const [rx, ry] = [h * (0.24 + index * 0.13), h * (0.1 + index * 0.054)];
    const stroke = canvas.linear(
      [
        [0, palette.soft, 0.1],
        [0.5, palette.soft, 0.75],
        [1, palette.soft, 0.1],
      ],
      20,
    );
    const planets = times(index === 0 ? 1 : 2, (planet) => {
      const angle = random() * 6.28 + planet * 3;
      const [x, y] = [Math.cos(angle) * rx, Math.sin(angle) * ry];
      const color = colors[(index + planet) % colors.length] ?? palette.accent;
      const r = h * (0.016 + random() * 0.024) * (1 + 0.3 * Math.sin(angle));
      const fill = canvas.linear(
        [
          [0, lighten(color, 0.55)],
          [0.5, color],
          [1, darken(color, 0.45)],
        ],
        50,
      );
      return glow(canvas, [x, y], r * 3.2, color, 0.4) + circle(x, y, r, fill);
    });
    return `${ellipse(0, 0, rx, ry, 'none', `stroke="${stroke}" stroke-width="${px(h / 360)}"`)}${planets}`;
  };
  const sun = canvas.linear(
    [
      [0, lighten(palette.accent, 0.7)],
      [0.5, palette.accent],
      [1, palette.main],
    ],
    60,
  );
  const rings = group(times(6, ring), `translate(${px(cx)} ${px(cy)}) rotate(-18)`);
  return glow(canvas, [cx, cy], h * 0.55, palette.accent, 0.45) + circle(cx, cy, h * 0.12, sun) + rings;
};

/** Glass sheets above each other, with lines between them. */
const drawSheets: DrawMotif = (canvas) => {
  const { width: w, height: h, random, palette } = canvas;
  const [cx, half] = [w * 0.6, h * 0.4];
  const corners = (cy: number, size: number): readonly Point[] => [
    [cx, cy - size * 0.5],
    [cx + size * 0.87, cy],
    [cx, cy + size * 0.5],
    [cx - size * 0.87, cy],
  ];
  const colors = [palette.warm, palette.accent, lighten(palette.main, 0.25), palette.soft];
  const at = (cy: number, u: number, v: number): Point => [cx + (u - v) * half * 0.87, cy + (u + v) * half * 0.5];
  const sheet = (index: number): string => {
    const cy = h * (0.73 - index * 0.15);
    const color = colors[index % colors.length] ?? palette.soft;
    const glass = canvas.linear(
      [
        [0, lighten(color, 0.4), 0.75],
        [1, color, 0.22],
      ],
      20,
    );
    const edge = `stroke="${lighten(color, 0.5)}" stroke-opacity="0.8" stroke-width="${px(h / 400)}" stroke-linejoin="round"`;
    const cells = times(9, (cell) => {
      const [u, v] = [(cell % 3) * 0.3 - 0.42, Math.floor(cell / 3) * 0.3 - 0.42];
      if (random() < 0.35) return '';
      const tile = [at(cy, u, v), at(cy, u + 0.24, v), at(cy, u + 0.24, v + 0.24), at(cy, u, v + 0.24)];
      return polygon(tile, '#ffffff', `opacity="${(0.12 + random() * 0.4).toFixed(2)}"`);
    });
    const link =
      index === 3
        ? ''
        : [-0.42, 0.44]
            .map((u) =>
              line(
                [at(cy, u, -u / 2), at(cy - h * 0.15, u, -u / 2)],
                '#ffffff',
                h / 400,
                'opacity="0.6" stroke-dasharray="2 7"',
              ),
            )
            .join('');
    return (
      glow(canvas, [cx, cy + h * 0.03], half, color, 0.16) + polygon(corners(cy, half), glass, edge) + cells + link
    );
  };
  return times(4, sheet);
};

/** A landscape of points in perspective. */
const drawPoints: DrawMotif = (canvas) => {
  const { width: w, height: h, random, palette } = canvas;
  const phase = random() * 6;
  const [rows, columns, tints] = [34, 72, 4];
  const getRow = (row: number): string => {
    const depth = row / (rows - 1);
    const scale = 0.3 + depth * depth * 1.1;
    const byTint = new Map<number, Point[]>();
    for (let column = 0; column < columns; column += 1) {
      const u = (column / (columns - 1) - 0.5) * 3.4;
      const lift = Math.sin(u * 2.6 + phase + depth * 3) * 0.5 + Math.sin(u * 1.3 - depth * 5 + phase) * 0.5;
      const tint = Math.min(tints - 1, Math.floor(((lift + 1) / 2) * tints));
      const point = [w / 2 + u * scale * w * 0.42, h * (0.34 + depth * 0.58) - lift * h * 0.15 * scale] as const;
      byTint.set(tint, [...(byTint.get(tint) ?? []), point]);
    }
    return [...byTint]
      .map(([tint, points]) => {
        const color = mix(mix(palette.main, palette.accent, tint / (tints - 1)), '#ffffff', 0.3 + tint * 0.2);
        return dots(points, h * 0.005 * scale, color, 0.3 + depth * 0.65);
      })
      .join('');
  };
  return glow(canvas, [w * 0.72, h * 0.26], h * 0.34, palette.warm, 0.4) + times(rows, getRow);
};

/** Discs of light behind frosted glass. */
const drawDiscs: DrawMotif = (canvas) => {
  const { width: w, height: h, random, palette } = canvas;
  const disc = (x: number, y: number, r: number, color: string) =>
    circle(
      x,
      y,
      r,
      canvas.linear(
        [
          [0, lighten(color, 0.35)],
          [0.6, color, 0.92],
          [1, darken(color, 0.35), 0.75],
        ],
        60,
      ),
    );
  const pane = (x: number, y: number, size: number, turn: number) => {
    const glass = canvas.linear(
      [
        [0, '#ffffff', 0.5],
        [0.5, '#ffffff', 0.16],
        [1, '#ffffff', 0.07],
      ],
      40,
    );
    const box = { x: -size / 2, y: -size / 2, w: size, h: size };
    return group(
      rect(box, size * 0.16, glass, `stroke="#ffffff" stroke-opacity="0.55" stroke-width="${px(h / 380)}"`),
      `translate(${px(x)} ${px(y)}) rotate(${px(turn)})`,
    );
  };
  const x = w * (0.5 + random() * 0.1);
  return (
    glow(canvas, [x, h * 0.5], h * 0.75, palette.main, 0.7) +
    disc(x + h * 0.3, h * 0.36, h * 0.27, palette.main) +
    disc(x - h * 0.3, h * 0.62, h * 0.2, palette.accent) +
    disc(x + h * 0.42, h * 0.74, h * 0.1, palette.warm) +
    pane(x, h * 0.52, h * 0.5, -14 + random() * 10) +
    pane(x + h * 0.36, h * 0.6, h * 0.24, 16) +
    disc(x - h * 0.06, h * 0.84, h * 0.045, palette.warm)
  );
};

/** A field of blocks of different heights. */
const drawBlocks: DrawMotif = (canvas) => {
  const { width: w, height: h, random, palette } = canvas;
  const [size, cx, cy] = [h * 0.066, w * 0.58, h * 0.235];
  const count = 11;
  const block = (index: number): string => {
    const [i, j] = [index % count, Math.floor(index / count)];
    const far = Math.hypot(i - 5, j - 5);
    const tall = Math.max(0.2, 3.4 - far * 0.62 + (random() - 0.5) * 2.4) * size;
    const [x, y] = [cx + (i - j) * size * 0.92, cy + (i + j) * size * 0.53];
    const color =
      random() > 0.86
        ? palette.warm
        : random() > 0.7
          ? palette.accent
          : mix(palette.main, palette.soft, random() * 0.5);
    const [rx, ry] = [size * 0.84, size * 0.485];
    const side = (shade: number) =>
      canvas.linear([
        [0, darken(color, shade)],
        [1, darken(color, shade + 0.5), 0.7],
      ]);
    return (
      polygon(
        [
          [x - rx, y - tall],
          [x, y - tall + ry],
          [x, y + ry],
          [x - rx, y],
        ],
        side(0.12),
      ) +
      polygon(
        [
          [x + rx, y - tall],
          [x, y - tall + ry],
          [x, y + ry],
          [x + rx, y],
        ],
        side(0.4),
      ) +
      polygon(
        [
          [x, y - tall - ry],
          [x + rx, y - tall],
          [x, y - tall + ry],
          [x - rx, y - tall],
        ],
        lighten(color, 0.35),
      )
    );
  };
  return glow(canvas, [cx, h * 0.6], h * 0.7, palette.main, 0.6) + times(count * count, block);
};

/** Slanted beams of light. */
const drawBeams: DrawMotif = (canvas) => {
  const { width: w, height: h, random, palette } = canvas;
  const colors = [palette.main, palette.accent, palette.soft, palette.warm, lighten(palette.main, 0.4)];
  const beam = (index: number): string => {
    const thick = h * (0.035 + random() * 0.085);
    const long = h * (0.5 + random() * 0.9);
    const color = colors[Math.floor(random() * colors.length)] ?? palette.main;
    const fill = canvas.linear(
      [
        [0, color, 0],
        [0.55, color, 0.55],
        [1, lighten(color, 0.3)],
      ],
      0,
    );
    const [x, y] = [
      w * (index / 15) - long * 0.2 + random() * w * 0.1,
      (index % 5) * h * 0.22 - h * 0.35 + random() * h * 0.16,
    ];
    const head = circle(x + long - thick / 2, y + thick / 2, thick * 0.24, '#ffffff', 'opacity="0.85"');
    return rect({ x, y, w: long, h: thick }, thick / 2, fill) + (random() > 0.5 ? head : '');
  };
  return group(times(22, beam), `rotate(-32 ${px(w / 2)} ${px(h / 2)}) translate(0 ${px(h * 0.3)})`);
};

export const abstracts = [
  drawRibbons,
  drawSheets,
  drawGlobe,
  drawBlocks,
  drawDiscs,
  drawPoints,
  drawOrbits,
  drawBeams,
] as const;
