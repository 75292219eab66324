import { featureOf, importsOf, isTest, roomOf, type SourceFile } from './source.ts';

/** Which rooms the files of a room may import; its own is always open. */
export type RoomTable = Record<string, readonly string[]>;
export type FeatureTable = Record<string, readonly string[]>;

type Step = { from: string; to: string; typeOnly: boolean };

function stepsOf(files: SourceFile[]): Step[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap(({ target, typeOnly }) => (target ? [{ from: file.path, to: target, typeOnly }] : [])),
  );
}

const productSteps = (files: SourceFile[]) => stepsOf(files.filter((file) => !isTest(file.path)));

/** Calls go down: a room imports only the rooms that its row names. */
export function checkRooms(files: SourceFile[], rooms: RoomTable): string[] {
  return productSteps(files).flatMap(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)];
    if (isTest(to)) return [`${from} imports ${to}: the test kit is for tests. Move what the product needs into src.`];
    if (!rooms[room]) return [`${from} is in the room "${room}", which is not in the table. Add a row for it.`];
    if (room === other || rooms[room].includes(other) || rooms[room].includes(to)) return [];
    return [
      `${from} imports ${to}: ${room} may import ${rooms[room].join(', ') || 'no room'}. Move the code down, or pass it in.`,
    ];
  });
}

/** Some places are entered by few. `doors` maps the beginning of a path to who may import it. */
export function checkDoors(files: SourceFile[], doors: Record<string, readonly string[]>): string[] {
  return productSteps(files).flatMap(({ from, to }) => {
    const door = Object.keys(doors).find((place) => to.startsWith(place) && !from.startsWith(place));
    if (!door || doors[door]!.some((place) => from.startsWith(place))) return [];
    return [
      `${from} imports ${to}: only ${doors[door]!.join(', ') || 'nobody'} may import ${door}. Move what you need down a room.`,
    ];
  });
}

export function checkFeatures(files: SourceFile[], features: FeatureTable, everybody: readonly string[]): string[] {
  const unknown = [...new Set(files.map((file) => featureOf(file.path)))]
    .filter((feature) => feature !== undefined && !features[feature])
    .map((feature) => `src/features/${feature} is not in the table of features. Add a row: who may it import?`);
  const broken = productSteps(files).flatMap(({ from, to }) => {
    const [feature, other] = [featureOf(from), featureOf(to)];
    if (!feature || !other || feature === other) return [];
    const isBase = everybody.includes(other) && !everybody.includes(feature);
    if (isBase || features[feature]?.includes(other)) return [];
    return [
      `${from} imports ${to}: ${feature} stands below ${other} or beside it. Ring a bell, leave a job, or offer a port.`,
    ];
  });
  return [...unknown, ...broken];
}

type Kind = 'face' | 'verb' | 'rule';
const FACE = /\.(graphql|runner|source|jobs|tool)\.ts$/;
const BELOW: Record<Kind, readonly Kind[]> = { face: ['face', 'verb', 'rule'], verb: ['verb', 'rule'], rule: ['rule'] };

/** A face is seen from outside, a verb acts for a context, a rule knows neither. */
function kindOf(file: SourceFile): Kind {
  if (FACE.test(file.path)) return 'face';
  return importsOf(file).some(({ target }) => target === 'src/access/context.ts') ? 'verb' : 'rule';
}

/** Within a feature: faces → verbs → rules. Faces are met only at home and where `gatherers` collect them. */
export function checkFaces(files: SourceFile[], gatherers: readonly string[]): string[] {
  const kinds = new Map(files.filter((file) => featureOf(file.path)).map((file) => [file.path, kindOf(file)]));
  return productSteps(files).flatMap(({ from, to }) => {
    const [kind, other] = [kinds.get(from), kinds.get(to)];
    if (!other) return [];
    if (featureOf(from) !== featureOf(to)) {
      // A higher face may add fields to the type of a lower one.
      const growsUp = from.endsWith('.graphql.ts') && to.endsWith('.graphql.ts') && featureOf(from) !== undefined;
      if (other !== 'face' || growsUp || gatherers.includes(from)) return [];
      return [`${from} imports the face ${to}: from another feature import a verb or a rule.`];
    }
    if (!kind || BELOW[kind].includes(other)) return [];
    return [`${from} (a ${kind}) imports ${to} (a ${other}): within a feature faces call verbs and verbs call rules.`];
  });
}

/** Walks every import, types too, since a cycle of types is a cycle for the reader. */
export function checkCycles(files: SourceFile[]): string[] {
  const next = Map.groupBy(stepsOf(files), (step) => step.from);
  const state = new Map<string, 'open' | 'done'>();
  const way: string[] = [];
  const cycles: string[] = [];
  function walk(file: string): void {
    state.set(file, 'open');
    way.push(file);
    for (const { to } of next.get(file) ?? []) {
      if (state.get(to) === 'open') {
        const circle = [...way.slice(way.indexOf(to)), to];
        cycles.push(`${circle.join(' → ')} is a circle. Move what both need into a third file.`);
      } else if (!state.has(to)) walk(to);
    }
    way.pop();
    state.set(file, 'done');
  }
  for (const { path } of files) if (!state.has(path)) walk(path);
  return cycles;
}

/** `./` is home; whoever leaves the folder names the room. */
export function checkSpecifiers(files: SourceFile[]): string[] {
  return files
    .filter((file) => !isTest(file.path) && file.path.startsWith('src/'))
    .flatMap((file) =>
      importsOf(file).flatMap(({ specifier, target }) => {
        if (specifier.startsWith('../'))
          return [`${file.path} imports ${specifier}: write #room/… when leaving a folder.`];
        if (target && !/\.(ts|mjs)$/.test(target))
          return [`${file.path} imports ${specifier}: name the file with its extension.`];
        return [];
      }),
    );
}
