/** A sentence that says why a database of countries cannot be used. */
export class GeoFault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}
