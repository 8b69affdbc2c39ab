// A reactive form of Angular's, and the interview beside it. Without its command-line program, templates are
// compiled in the page.
import "./page_listeners.js";
import "@angular/compiler";
import "kikitori";
import { CUSTOM_ELEMENTS_SCHEMA, Component, signal } from "@angular/core";
import { FormControl, FormGroup, ReactiveFormsModule, Validators } from "@angular/forms";
import { bootstrapApplication } from "@angular/platform-browser";

const TEMPLATE = `
  <form id="order" [formGroup]="order" (ngSubmit)="send()">
    <p><label>Full name <input formControlName="name" name="name" required></label></p>
    <p>
      <label>Email <input formControlName="mail" name="mail" type="email" required [attr.aria-invalid]="!!problem()" [attr.aria-errormessage]="problem() ? 'problem' : null"></label>
      @if (problem()) { <span id="problem" role="alert">{{ problem() }}</span> }
    </p>
    <p>
      <label>Team <select formControlName="team" name="team" required>
        <option value="">Choose a team</option><option value="red">Red</option><option value="blue">Blue</option>
      </select></label>
    </p>
    <p><label><input formControlName="news" name="news" type="checkbox"> Send me news</label></p>
    <fieldset>
      <legend>Size</legend>
      <label><input formControlName="size" name="size" type="radio" value="s" required> Small</label>
      <label><input formControlName="size" name="size" type="radio" value="l" required> Large</label>
    </fieldset>
    <p><label>About you <textarea formControlName="about" name="about"></textarea></label></p>
    <p><label>How many <input formControlName="count" name="count" type="number" min="1" required></label></p>
    <p><label>Day <input formControlName="day" name="day" type="date" required></label></p>
    <button>Order</button>
  </form>
  <button id="toggle" (click)="isTalking.set(!isTalking())">Talk</button>
  <button data-kikitori-open="own">Tea</button>
  @if (isTalking()) {
    <kikitori-form id="talk" for="order" lang="en" [attr.endpoint]="endpoint" (kikitori-answer)="hear($event)"></kikitori-form>
    <kikitori-form id="own" mode="popup" lang="en" [attr.endpoint]="endpoint" [form]="{ id: 'tea', title: 'Tea', fields: [tea] }" (kikitori-answer)="hear($event)"></kikitori-form>
  }
  <output id="held">{{ held() }}</output>
  <output id="sent">{{ sent() }}</output>
  <output id="heard">{{ heard() }}</output>`;

class Page {
  endpoint = new URLSearchParams(location.search).get("endpoint");
  tea = { id: "tea", label: "Tea", required: true, answer: { type: "shortText" } };
  order = new FormGroup({
    name: new FormControl(""),
    mail: new FormControl("", Validators.pattern(/@example\.org$/)),
    team: new FormControl(""),
    news: new FormControl(false),
    size: new FormControl(""),
    about: new FormControl(""),
    count: new FormControl(""),
    day: new FormControl(""),
  });
  held = signal(this.#held);
  sent = signal("null");
  heard = signal("[]");
  problem = signal("");
  isTalking = signal(false);

  constructor() {
    this.order.valueChanges.subscribe(() => {
      this.held.set(this.#held);
      this.problem.set(this.order.controls.mail.invalid ? "Only addresses of example.org." : "");
    });
  }

  get #held() {
    return JSON.stringify(this.order.getRawValue());
  }

  send() {
    this.sent.set(this.#held);
  }

  hear({ detail }) {
    this.heard.update((it) => JSON.stringify([...JSON.parse(it), detail.field]));
  }
}

const whatItIs = { selector: "order-form", template: TEMPLATE, imports: [ReactiveFormsModule], schemas: [CUSTOM_ELEMENTS_SCHEMA] };
bootstrapApplication(Component(whatItIs)(Page));
