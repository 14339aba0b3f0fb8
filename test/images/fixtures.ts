/** Images of 40 × 30 pixels, by the encoders of Chromium. */

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

export const PNG = bytes(`
iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAYAAABe3VzdAAACfElEQVR4AeyWy2sTURTGv5lJMskkDZWAtUZFG5VWQVofWxH/ABWhIF0oWqi4dC
WKuNJVBEVdiCKuFTfiQuhKNy4tijZxoYbaTSwVY57jTGY8l9rgdWbSztxZhNIkNzNzzznf+d1zH4w89HTK7uUmo8c/64CiE7Q2KrhXaWBSLeNW
8ium0x/xrn8GT1JFXNPmcDK2iIxkiBbKM75rBWNo42piDs/Ts7iizeNY7AdySgspycLBaB1n1AXkkyW8JPvRyE/PJCIGT8A9Sh0v0gWcjS9Aom
+3JBnZxMO+z7ihlaBJ7W6uvm2ugNtknabwE3Yqui/BU+oi7ia/+IpZydkBKMHGTVprmmyvFOtqPxL9hYnYd1dbkE4H4Pl4GQci9SBanZjLiXmw
Weh0CNw4ACdU8dGz6p+mXS/A1QnlALO09rJyOEfGWKTRSSJywwGORWoiWlzsMJ2dagg7mgMcpaOFyyLwEJdsjMhNAYWlUA5QJdGl7t755wALZi
I0MotOqYIlrscBzra10ABLlgrdVoT1OMCipYGNXFiVBMIaLAfYsmU80AdIXuzHBvlI3ygm8jeaA2R9t1ubMWOKTfU9fRDvzRSTE24OQIOqeLG+
Aw1LCiT+xuzDneZgoFi3IAcgc/pmxTFeG4bfXf3sdwZT1Ry9bgQbHMv9f3MFZE5F2tEnqiO43xpAm44M1ufVylYE52o5XKpvRxPiO/ffPJ6AzM
mkF9V8cwsOVfbhQm0Ij2nhf6D1WbEUvDLSyDezGK/uxmGyvzb6WUjorSvgcraKHcW0sQHXG1txnKq6vzKKydouqu4mvKU1Z0Jadg39uirA0LP6
EFwH9FEsV9eer+AfAAAA//+jL0W0AAAABklEQVQDAMIN/OUKl2b2AAAAAElFTkSuQmCC
`);

export const JPEG = bytes(`
/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8yb
qmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAe
ACgDASIAAhEBAxEB/8QAGQABAAIDAAAAAAAAAAAAAAAAAAQFAQID/8QAHhAAAwACAgMBAAAAAAAAAAAAAAECAxEEITFBcWH/xAAWAQEBAQAAAA
AAAAAAAAAAAAADBAL/xAAcEQACAwEBAQEAAAAAAAAAAAABAwACERIEEzH/2gAMAwEAAhEDEQA/AMJNvS7Z2XFytb6X42b8KE3Vv10iWRscanBD
R5hevVpWXFY3qlo1LHkQrxVvyltFcIu/YgPV8rYPyAALAnfi5VjpzXSfsnFUZVUlpU0voDE9HRK0+krryRsm8rKphwnun18IIAlKCgyC1pZbTA
ANwp//2Q==
`);

export const WEBP_LOSSY = bytes(`
UklGRpIAAABXRUJQVlA4IIYAAAAQBQCdASooAB4APv1qq1ArJiQitUgBYB+JbACsMAieeAWTxsmtnyL6/peORoZe9NCAAOhWawRyEW9jHvO+WV
wR+6AZ50Njs4FZycJkB2QdGSNcGAofaw0fLfuATXgi+rWNtW+EoyUY7Qw72k48Q7dw90/+dCS29YoxyVOaneb87IL0b/AAAA==
`);

export const WEBP_LOSSLESS = bytes(`
UklGRmIBAABXRUJQVlA4TFUBAAAvJ0AHEKfBqI0kR7V5X4vg+HOMXTRYRZLsZPclB5jgF9k4iiJyZhi1keSoNu9rERx/jrGLYdu2YXOl7XYLAC
2hAh1oOEyg5lzz1Xd5c5f7nnQkxn3dz6iddgwyqB71T0yMpv+9UVZT3f/9r4eekFXVhQxDbHOjjZ8zqlC+Sq1yShiVWi2gSlV1YrWprgGihSAW
o6oCLEmyTVtXz7Zta+X8J3fQz78R/VfktpGSYbgtPAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwNLO6f3L5eHW7Cez0cFHVVVVPa1/rntXVd
VKjqdzW3it6tTz2AZXVT26nbJbvbwuhDxUvx5kNlcB1xmbCW/jiINKdCXi6MvYTuwjK1YS7rOVyUfAWXhu+0G9HDK87mUvvljzfffvYpBf1MXb
TjuZalz8dLj/3soe1z773mY2Dm6ez3dXhwDg//lWAAA=
`);

export const WEBP_EXTENDED = bytes(`
UklGRmQBAABXRUJQVlA4WAoAAAAQAAAAJwAAHQAAQUxQSMgAAAANgHPbtvFqx7ZtdaySNnnW/7TNzipt27bu+R7biJgA/D9tPptNtbO1NXfBjT
DnXt7aOrPYbPbeGS5sFdPDT3hXUXHeeUumr2zZwydT/moqXlXrLT4d0owRZVfXwFgwdkiTHgOrOD5CosUxE5zrJM51sFsO776ISL9DIbwnIN62
EjztfpUDkO6YeWzbNHcjWaanIRr0h5wsgyB+aCgXf25xjQpH9SXWz0zOgH67OZbhv3fWBE4f+ifdHo92fWXlDFxfLa+sHOMPD1ZQOCB2AAAAsA
MAnQEqKAAeAD79aqpQP6YkIrVIA/AfiWoAyIuQpAA3C7eGBAAA/uhsYtp4USCd6s/OIO11JQ4mumOtgl7wv/CBuEK4CRmnc6jQKh7oNJ5ef/v/
av//aWnxov8ytqRd4wo3cHuJ+x4P18svf8RLxQUugAAAAA==
`);

/** One picture, without a file around it. */
const AV1 = bytes(`
EgAKDAAAAAKk/QBogIaAwjKjAhBKAAggghAAIPFpjFrBzpOeISlgEl+7K3YLPH0swJJ6WC7vgSDaeP5bTBkD7nE910X37Unx+A1xEuAwPsh+Pk
BMvd/ZxOvofrxWQe/9LZcHgGUuffKAtojJV5hMlJ/jKaskeGcrU4IHFF38An0gVTVNaLKeq1umw4scIRFjeWYFUCoJMQT6QgovuUMpIA+/yVT2
QKQqKTwehKaW5aQ+2tLlSm7m2ZZorIRqwBVJ/ZK4LuO7l+FCMYWyxuUdyFXaPO+DKUGz4tWOjPmiQTVHkvQWFF81l3jmjzki+LoF9DsvGMHbG2
l/lSrDfyDTCrk75AhQs2+07Q6+SqXz+RenyYTFUo/ClmS1ZF6W5nimz9cS35BO8Dbaqinof8pSDMOCtYN/gA==
`);

/** What an AVIF file says beside its picture. */
type AvifOptions = {
  readonly brand?: string;
  /** Quarters to the left that the picture is rotated by. */
  readonly quarters?: number;
  /** Properties that belong to the picture as well. */
  readonly more?: readonly Uint8Array[];
};

/** An AVIF file with a thumbnail before its picture, so that the first size in it is another one. */
export function avif({ brand = 'avif', quarters, more = [] }: AvifOptions = {}): Uint8Array {
  const properties = [
    box('ispe', u32(0), u32(8), u32(6)),
    box('ispe', u32(0), u32(40), u32(30)),
    box('av1C', Uint8Array.of(0x81, 0x00, 0x0c, 0x00)),
    box('pixi', u32(0), Uint8Array.of(3, 8, 8, 8)),
    ...(quarters === undefined ? [] : [box('irot', Uint8Array.of(quarters))]),
    ...more,
  ];
  // A reader that does not know those behind the size must not show the picture.
  const ofPicture = properties.map((_, index) => (index > 1 ? 0x80 : 0) + index + 1).slice(1);
  const metaWith = (offset: number) =>
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0), u32(0), text('pict'), new Uint8Array(13)),
      box('pitm', u32(0), u16(2)),
      box(
        'iloc',
        u32(0),
        u16(0x4400),
        u16(1),
        u16(2),
        u16(0),
        u16(1),
        u32(offset),
        u32(AV1.length),
      ),
      box(
        'iinf',
        u32(0),
        u16(1),
        box('infe', u32(0x02000000), u16(2), u16(0), text('av01'), new Uint8Array(1)),
      ),
      box(
        'iprp',
        box('ipco', ...properties),
        box(
          'ipma',
          u32(0),
          u32(2),
          Uint8Array.of(0, 1, 1, 1),
          Uint8Array.of(0, 2, ofPicture.length, ...ofPicture),
        ),
      ),
    );
  const head = box('ftyp', text(brand), u32(0), text('mif1'), text('miaf'));
  const offset = head.length + metaWith(0).length + 8;
  return joined([head, metaWith(offset), box('mdat', AV1)]);
}

export function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = joined(parts);
  return joined([u32(content.length + 8), text(type), content]);
}

/** A camera’s note that it was held in another way, put into a JPEG. */
export function withOrientation(jpeg: Uint8Array, orientation: number, order: 'II' | 'MM') {
  const isLittle = order === 'II';
  const word = (value: number) => (isLittle ? u16(value).toReversed() : u16(value));
  const long = (value: number) => (isLittle ? u32(value).toReversed() : u32(value));
  const tiff = joined([
    text(order),
    word(42),
    long(8),
    word(1),
    word(0x0112),
    word(3),
    long(1),
    word(orientation),
    word(0),
    long(0),
  ]);
  const exif = joined([text('Exif\0\0'), tiff]);
  const segment = joined([Uint8Array.of(0xff, 0xe1), u16(exif.length + 2), exif]);
  return joined([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export function text(ascii: string): Uint8Array {
  return new Uint8Array(Buffer.from(ascii, 'latin1'));
}

export function u16(value: number): Uint8Array {
  return Uint8Array.of(value >>> 8, value & 255);
}

export function u32(value: number): Uint8Array {
  return joined([u16(value >>> 16), u16(value & 0xffff)]);
}
