import { describe, expect, it } from 'vitest';
import { fileName } from './download-text.ts';
import { toCsv } from './to-csv.ts';

const column = (key: string, label = key) => ({ key, label });
const cellOf = (value: unknown) => toCsv([column('a')], [{ a: value }]).slice('\uFEFFa\r\n'.length, -2);

describe('a table as CSV', () => {
  it('starts with a byte order mark and ends each line as RFC 4180 says', () => {
    expect(toCsv([column('a', 'Größe'), column('b')], [{ a: 1, b: 'x' }, { b: 'y' }])).toBe(
      '\uFEFFGröße,b\r\n1,x\r\n,y\r\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['+49 30', "'+49 30"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['  =1', "'  =1"],
    ['＝1', "'＝1"],
  ])('never starts a cell with what a spreadsheet runs: %j', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });

  it('guards the headings as well, since tools name them', () => {
    expect(toCsv([column('a', '=cmd')], [])).toBe("\uFEFF'=cmd\r\n");
  });

  it.each([
    [-5, '-5'],
    [1e21, '1e+21'],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
    ['plain', 'plain'],
    ['a=b', 'a=b'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' space', '" space"'],
    [{ x: [1] }, '"{""x"":[1]}"'],
  ])('writes %j so that it reads back the same', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });

  it('reads own cells only', () => {
    expect(toCsv([column('constructor')], [{}])).toBe('\uFEFFconstructor\r\n\r\n');
  });
});

describe('the name of a download', () => {
  it.each([
    [['roi-calculator', 'Year-by-Year'], 'roi-calculator-year-by-year.csv'],
    [['../../etc', 'a/b\\c:d'], 'etc-a-b-c-d.csv'],
    [[undefined, '…'], 'output.csv'],
    [['Größe'], 'größe.csv'],
  ])('is plain: %j', (parts, name) => {
    expect(fileName(parts, 'csv')).toBe(name);
  });
});
