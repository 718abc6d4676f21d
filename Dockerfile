# The site, served by gunicorn. Data that must outlive the container goes to /data.
FROM python:3.11-slim-bookworm

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    ASSIZE_DATA_DIR=/data

RUN useradd --system --uid 10001 --home-dir /srv/assize assize \
    && install -d -o assize -g assize /data

WORKDIR /srv/assize
COPY requirements.txt ./
RUN pip install --require-hashes -r requirements.txt
COPY . .
RUN python -m assize.catalogs

USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["sh", "-c", "python -m assize.prepare --without-demo && exec gunicorn assize.wsgi --config python:assize.gunicorn --bind 0.0.0.0:8000 --worker-tmp-dir /dev/shm --no-control-socket"]
